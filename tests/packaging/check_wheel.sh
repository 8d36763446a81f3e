#!/usr/bin/env bash
# Does an installed wheel work without the checkout, and does it hold what the checkout has? Arguments: the environment it is installed in, the wheel.
set -euo pipefail
environment="$(cd "$1" && pwd)"
wheel="$(cd "$(dirname "$2")" && pwd)/$(basename "$2")"
checkout="$(cd "$(dirname "$0")/../.." && pwd)"
elsewhere="$(mktemp -d)"
trap 'rm -rf "$elsewhere"' EXIT
cd "$elsewhere"
export TOWERGAMES_SAVES="$elsewhere/saves" TOWERGAMES_CONFIG="$elsewhere/config"
python="$environment/bin/python"
towergames="$environment/bin/towergames"

"$python" - "$wheel" <<'PY'
import sys, zipfile
names = zipfile.ZipFile(sys.argv[1]).namelist()
data = sys.argv[1].rpartition("/")[2].partition("-py3")[0] + ".data/data/share/"
for what, begins, ends in (
    ("word lists", "towergames/wordlists/", ""),
    ("styles", "towergames/tui/styles/", ".tcss"),
    ("rule sheets", "towergames/games/", "rules.toml"),
    ("examples", "towergames/examples/example-", ".jsonl"),
    ("man pages", f"{data}man/man1/", ".1"),
    ("completions", f"{data}", "towergames"),
    ("desktop entries", f"{data}applications/", ".desktop"),
    ("icons", f"{data}icons/", ".svg"),
):
    found = [n for n in names if n.startswith(begins) and n.endswith(ends)]
    print(f"{what}: {len(found)}")
    if not found:
        sys.exit(f"the wheel has no {what}")
strangers = [n for n in names if n.startswith(("tests/", "saves/")) or n.endswith(".svg") and not n.startswith(data)]
if strangers:
    sys.exit(f"the wheel has what it should not: {strangers[:3]}")
games = [n for n in names if n.endswith(".jsonl") and not n.startswith("towergames/examples/example-")]
if games:
    sys.exit(f"the wheel has games of the machine that made it: {games[:3]}")
PY

for file in man/man1/towergames.1 bash-completion/completions/towergames applications/towergames.desktop; do
    cmp "$environment/share/$file" "$checkout/docs/share/$file"
done
"$towergames" --version
"$towergames" --help > help.txt
awk 'length > 80 { bad = 1; print "longer than 80 columns: " $0 } END { exit bad }' help.txt
"$towergames" list --json | "$python" -c 'import json, sys; print("games:", [g["key"] for g in json.load(sys.stdin)])'
echo '{"players": 2, "tower": [{"floor": "SPIRE", "owner": 1}, {"floor": "LOBBY", "owner": 2}]}' \
    | "$towergames" score takethat - | grep '"points": {"1": 3, "2": 1}' > found.txt
"$towergames" rules takethat R-7 | grep R-7 > found.txt
"$towergames" play takethat --seat bot:easy --seat bot:random --seed 5 --name by-bots --plain | tail -n 6
"$towergames" verify by-bots
"$towergames" export by-bots --format svg | grep '</svg>' > found.txt
for example in "$environment"/lib/python*/site-packages/towergames/examples/*.jsonl; do
    "$towergames" verify "$(basename "$example" .jsonl)"
done
echo quit | "$towergames" replay example-words --plain > found.txt
"$towergames" saves | grep --count example- && { echo "examples are among the saves"; exit 1; }
"$python" - <<'PY'
# Styles and rule sheets are found from inside the wheel, not from a checkout.
from importlib import resources
import towergames, towergames.tui.run
assert list((resources.files("towergames") / "tui" / "styles").iterdir())
print("installed at", towergames.__version__)
# The extra for learning is not installed here; the message names the command.
try:
    towergames.env("takethat")
except ImportError as error:
    assert "pip install pettingzoo gymnasium" in str(error), error
else:
    raise SystemExit("towergames.env works without its libraries")
PY
