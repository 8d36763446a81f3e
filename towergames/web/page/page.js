"use strict";
// Sizes the letters of textual-serve's terminal, names its web socket, adds what a touched screen needs, and says why
// a window at the table was closed.
const body = document.body;
const terminal = document.getElementById("terminal");
terminal.dataset.sessionWebsocketUrl = location.origin.replace(/^http/, "ws") + location.pathname + "/ws";

// textual.js shows its terminal to nobody. It sets this field first, on the object that holds the terminal.
let host = null;
Object.defineProperty(Object.prototype, "websocket_url", {
  configurable: true,
  set(url) {
    delete Object.prototype.websocket_url;
    this.websocket_url = url;
    host = this;
  },
});

// --- the size of the letters ---------------------------------------------------------------------------

const SMALLEST = 6, READABLE = 10, LARGEST = 16, ROWS = 24;
const NEEDS = 7700; // the escape sequence in which the program says what columns and rows are enough for its screen
let needs = [[+terminal.dataset.columns, ROWS]]; // until it has said so: the columns that the server knows

// The size with which so many cells have room: a cell is about 0.6 of the size wide and 1.32 of it high.
function about([columns, rows]) {
  const size = Math.min(LARGEST, innerWidth / ((columns + 0.5) * 0.6), terminal.clientHeight / ((rows + 0.2) * 1.32));
  return Math.max(SMALLEST, Math.floor(size * 2) / 2);
}

terminal.dataset.fontSize = about(needs[0]);

function enough(have) {
  return needs.some(([columns, rows]) => have.cols >= columns && have.rows >= rows);
}

// The largest size with which the screen has room. Rows beyond its least are wanted while the letters stay readable.
// Where no size is small enough the program says so on a card, and that card must be readable.
function chooseSize() {
  let chosen = 0;
  const above = Math.min(LARGEST, Math.max(...needs.map(about)) + 1); // cells are rounded to the dots of the screen
  for (let size = above; size >= SMALLEST; size -= 0.5) {
    host.terminal.options.fontSize = size;
    const have = host.fitAddon.proposeDimensions();
    if (!have || !enough(have)) continue;
    chosen = have.rows >= ROWS && size >= READABLE ? size : chosen || size;
    if (have.rows >= ROWS || size <= READABLE) break;
  }
  host.terminal.options.fontSize = chosen || READABLE;
  host.fit();
}

function takeNeeds(text) {
  needs = text.split(" ").map((pair) => pair.split("x").map(Number));
  if (!enough({ cols: host.terminal.cols, rows: host.terminal.rows })) chooseSize();
  return true;
}

// --- the web socket ------------------------------------------------------------------------------------

let socket = null, field = null; // the field is where xterm takes keys
let takes = false; // whether the next window takes the seat from a window in a terminal
window.WebSocket = class extends WebSocket {
  constructor(url) {
    super(takes ? `${url}&take` : url);
    socket = this;
    takes = false;
    this.since = 0;
    this.addEventListener("message", hear);
    this.addEventListener("open", () => {
      this.since = Date.now();
      if (document.activeElement === field) this.send('["focus"]');
    });
    listenForCalls(this);
    this.addEventListener("close", (event) => closed(event, this.since));
  }
  // textual.js sends sizes and the focus also before the connection is open, which is an error. It sends the size again
  // once it is open.
  send(data) {
    if (this.readyState === 1) super.send(data);
  }
};

// What the program tells the page itself, by its kind. Other scripts of the page add to them.
const hearers = {};
const forgetters = []; // called before the table is opened again, in a new program

function hear(event) {
  if (typeof event.data !== "string") return;
  const [kind, value] = JSON.parse(event.data);
  if (Object.hasOwn(hearers, kind)) hearers[kind](value);
}

function type(text) {
  if (socket) socket.send(JSON.stringify(["stdin", text]));
}

// --- why a window was closed ---------------------------------------------------------------------------

const KEPT = "Your seat is kept while the table is served.";
const LEFT = [`You have left the table. ${KEPT}`, "Open it again"];
const ENDED = ["The host has stopped serving this table. Ask the host for a new link.", ""];
const OFTEN = ["This link was opened too often. Wait a minute, then open it again.", "Open it again", 60];
const SILENT = ["The connection was lost, and the host does not answer. Perhaps the host has stopped serving this table.",
  "Try again"];
// By the reasons of the server. Others are shown as they are.
const REASONS = {
  "idle": [`The table was closed here, because nothing was done for 30 minutes. ${KEPT}`, "Open it again"],
  "opened elsewhere": ["This seat was opened in another browser.", "Open it here"],
  "opened too often": OFTEN,
  "seat taken": [`${terminal.dataset.player} sits at the table in a terminal now.`, "Take the seat here"],
  "ended": ENDED,
  "left": LEFT,
};
const PAUSES = [1, 2, 4, 8, 16, 30]; // seconds before each try to connect again
const LASTED = 30e3; // a connection that was open for so long has worked, so that the tries are counted anew
const why = document.getElementById("why");
const again = document.getElementById("again");
let tries = 0, timer = 0, lost = false, taken = false;

// Say what happened. The button can be pressed after that many seconds.
function tell([text, button, seconds = 0]) {
  clearTimeout(timer);
  why.textContent = text;
  again.hidden = !button;
  again.disabled = seconds > 0;
  again.textContent = seconds > 0 ? `${button} (in ${seconds} s)` : button;
  body.classList.add("-closed");
  if (seconds > 0) timer = setTimeout(() => tell([text, button, seconds - 1]), 1000);
}

// What the server says of the link: "open", "ended" with a text, "often", or "silent" where it does not answer.
async function askServer() {
  try {
    const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(8000) });
    const text = answer.ok ? "" : await answer.text();
    if (answer.ok) return ["open", ""];
    if (answer.status === 410) return ["ended", text];
    if (answer.status === 404) return ["ended", ""];
    return answer.status === 429 ? ["often", ""] : ["silent", ""];
  } catch {
    return ["silent", ""];
  }
}

async function closed(event, since) {
  const reason = event.reason.trim();
  if (since && Date.now() - since > LASTED) tries = 0;
  lost = false;
  taken = reason.toLowerCase() === "seat taken";
  if (Object.hasOwn(REASONS, reason.toLowerCase())) return tell(REASONS[reason.toLowerCase()]);
  if (reason) return tell([`The table was closed here: ${reason}.`.replace(/\.+$/, "."), "Open it again"]);
  if (since && ![1000, 1001, 1005, 1006].includes(event.code)) {
    return tell([`The server closed the table here, with code ${event.code}. ${KEPT}`, "Open it again"]);
  }
  tell(["The table is closed here.", ""]);
  const [state, text] = await askServer();
  if (state === "ended") tell(text ? [text, ""] : ENDED);
  else if (state === "often" || (state === "open" && !since)) tell(OFTEN); // the page is sent, its socket refused
  else if (event.code !== 1006) tell(state === "open" ? LEFT : ENDED); // the other side has closed it in order
  else wait();
}

function wait() {
  lost = true;
  if (tries === PAUSES.length) return tell(SILENT);
  const pause = PAUSES[tries++];
  tell([`The connection was lost. It is tried again in ${pause} s.`, "Try now"]);
  timer = setTimeout(reconnect, pause * 1000);
}

async function reconnect() {
  lost = false;
  tell(["The connection was lost. It is being tried again.", ""]);
  const [state, text] = await askServer();
  if (state === "open") openTable();
  else if (state === "ended") tell(text ? [text, ""] : ENDED);
  else if (state === "often") tell(OFTEN);
  else wait();
}

function openTable() {
  clearTimeout(timer);
  if (host === null) return location.reload();
  body.classList.remove("-closed", "-shown");
  for (const forget of forgetters) forget();
  host.terminal.reset();
  host.connect();
  field.focus();
}

again.addEventListener("click", () => {
  tries = 0;
  takes = taken;
  reconnect();
});
// A phone that slept, or has found its network again.
for (const [target, name] of [[document, "visibilitychange"], [window, "online"]]) {
  target.addEventListener(name, () => {
    if (lost && !document.hidden) {
      tries = 0;
      reconnect();
    }
  });
}

// --- fingers -------------------------------------------------------------------------------------------

// xterm hears of taps only. A finger that moves is sent as the mouse with Alt and Ctrl held down (8 + 16), so that the
// program can tell the two apart: it turns the table, or scrolls.
const MARK = 24, MOVED = 32, SLACK = 10;
let finger = null;

function cellOf(touch) {
  const box = terminal.querySelector(".xterm-screen").getBoundingClientRect();
  const { cols, rows } = host.terminal;
  const column = Math.floor((touch.clientX - box.left) * cols / box.width);
  const row = Math.floor((touch.clientY - box.top) * rows / box.height);
  return `${Math.max(0, Math.min(cols - 1, column)) + 1};${Math.max(0, Math.min(rows - 1, row)) + 1}`;
}

function lift() {
  if (finger && finger.moves) type(`\x1b[<${MARK};${finger.cell}m`);
  finger = null;
}

terminal.addEventListener("touchstart", (event) => {
  lift();
  const touch = event.touches[0];
  if (event.touches.length === 1) finger = { x: touch.clientX, y: touch.clientY, cell: cellOf(touch), moves: false };
}, { passive: true });
terminal.addEventListener("touchmove", (event) => {
  if (!finger) return;
  event.preventDefault();
  const touch = event.touches[0];
  if (!finger.moves) {
    if (Math.hypot(touch.clientX - finger.x, touch.clientY - finger.y) < SLACK) return;
    finger.moves = true;
    type(`\x1b[<${MARK};${finger.cell}M`);
  }
  const cell = cellOf(touch);
  if (cell !== finger.cell) type(`\x1b[<${MARK + MOVED};${cell}M`);
  finger.cell = cell;
}, { passive: false });
terminal.addEventListener("touchend", (event) => {
  if (finger && finger.moves) event.preventDefault(); // no click follows
  lift();
}, { passive: false });
terminal.addEventListener("touchcancel", lift);

// --- the row of keys -----------------------------------------------------------------------------------

const KEYS = {
  Escape: "\x1b", Enter: "\r", ArrowUp: "\x1b[A", ArrowDown: "\x1b[B", ArrowRight: "\x1b[C", ArrowLeft: "\x1b[D",
};
const keyboard = document.getElementById("keyboard");

// A button would take the focus from the table, and the keyboard of the phone would close.
for (const name of ["pointerdown", "mousedown"]) {
  document.getElementById("keys").addEventListener(name, (event) => event.preventDefault());
}
for (const button of document.querySelectorAll("#keys [data-keys]")) {
  button.addEventListener("click", () => {
    type(KEYS[button.dataset.keys]);
    if (document.activeElement !== field) askKeyboard(false);
  });
}

// The keyboard of the phone comes only when it is asked for; browsers look at this when the field gets the focus.
function askKeyboard(on) {
  field.inputMode = on ? "text" : "none";
  keyboard.setAttribute("aria-pressed", on);
  field.blur();
  field.focus();
}
keyboard.addEventListener("click", () => askKeyboard(!(document.activeElement === field && field.inputMode === "text")));

// --- the start -----------------------------------------------------------------------------------------

window.addEventListener("load", () => {
  field = terminal.querySelector(".xterm-helper-textarea");
  if (matchMedia("(pointer: coarse)").matches) field.inputMode = "none";
  field.focus();
  host.terminal.parser.registerOscHandler(NEEDS, takeNeeds);
  // The terminal is shown once there is something on it.
  host.terminal.onWriteParsed(() => {
    const lines = host.terminal.buffer.active;
    for (let row = 0; row < lines.length && !body.classList.contains("-shown"); row++) {
      if (lines.getLine(row).translateToString(true)) body.classList.add("-shown");
    }
  });
  // The size is chosen anew when the phone is turned, and when its keyboard comes or goes; textual.js would keep it.
  window.onresize = null;
  let resizing = 0, width = innerWidth, height = terminal.clientHeight;
  new ResizeObserver(() => {
    clearTimeout(resizing);
    resizing = setTimeout(() => {
      // A keyboard that the phone itself has closed is no longer asked for.
      if (innerWidth === width && terminal.clientHeight > height + 100 && field.inputMode === "text" && hasTouch()) {
        field.inputMode = "none";
        keyboard.setAttribute("aria-pressed", false);
      }
      width = innerWidth;
      height = terminal.clientHeight;
      chooseSize();
    }, 60);
  }).observe(terminal);
  // Some phones lay the keyboard over the page: only the visual viewport gets smaller then.
  visualViewport.addEventListener("resize", () => {
    if (visualViewport.scale !== 1) return;
    body.style.height = visualViewport.height < innerHeight - 1 ? `${visualViewport.height}px` : "";
    scrollTo(0, 0);
  });
});

function hasTouch() {
  return matchMedia("(pointer: coarse)").matches;
}
