"use strict";
// Sizes the terminal of textual-serve, names its web socket, and adds keys for screens that are touched.
const terminal = document.getElementById("terminal");
terminal.dataset.sessionWebsocketUrl = location.origin.replace(/^http/, "ws") + location.pathname + "/ws";
// As many columns as the game needs and 24 rows: a cell is 0.6 of the font's size wide and 1.32 of it high.
const size = Math.min(16, innerWidth / ((+terminal.dataset.columns + 0.5) * 0.6), terminal.clientHeight / (24.2 * 1.32));
terminal.dataset.fontSize = Math.max(6, Math.floor(size * 2) / 2);

const KEYS = {
  Escape: "\x1b", Enter: "\r", ArrowUp: "\x1b[A", ArrowDown: "\x1b[B", ArrowRight: "\x1b[C", ArrowLeft: "\x1b[D",
};
let socket = null;
window.WebSocket = class extends WebSocket {
  constructor(url) {
    super(url);
    socket = this;
  }
};
for (const button of document.querySelectorAll("#keys [data-keys]")) {
  button.addEventListener("click", () => socket.send(JSON.stringify(["stdin", KEYS[button.dataset.keys]])));
}
document.getElementById("again").addEventListener("click", () => location.reload());
window.addEventListener("load", () => {
  const field = document.querySelector(".xterm-helper-textarea");
  // A tap on the table gives this field the focus. The keyboard of the screen comes only when it is asked for.
  if (matchMedia("(pointer: coarse)").matches) field.inputMode = "none";
  document.getElementById("keyboard").addEventListener("click", () => {
    field.inputMode = field.inputMode === "none" ? "text" : "none";
    field.blur();
    field.focus();
  });
  field.focus();
});
