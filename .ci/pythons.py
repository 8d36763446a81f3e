"""The Pythons of this machine: version and path of the newest of every minor version, a line each, the last the newest.

Reads ``uv python list --only-installed --output-format json`` from standard input.
"""

import json
import sys

NAMED = [(3, minor) for minor in range(11, 15)]
"""What pyproject.toml names."""

found: dict[tuple[int, int], tuple[int, str]] = {}
for python in json.load(sys.stdin):
    parts = python["version"].split(".")
    if python["implementation"] != "cpython" or python["variant"] != "default" or not all(map(str.isdecimal, parts)):
        continue
    major, minor, patch = map(int, parts)
    found[major, minor] = max(found.get((major, minor), (-1, "")), (patch, python["path"]))
found[sys.version_info[:2]] = (sys.version_info.micro, sys._base_executable)
for version in NAMED:
    if version not in found:
        print("Python {}.{} is not on this machine; nothing was run on it".format(*version), file=sys.stderr)
for version, (_, path) in sorted(found.items()):
    if version in NAMED:
        print("{}.{}".format(*version), path)
