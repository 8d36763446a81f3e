"use strict";
// Pictures of solid things in true pixels, laid over the cells of the terminal. The program sends the newest one in parts.
// Each part is answered, the last one once the picture is seen.
let told = "", newest = 0, parts = [], shown = null;

// The pixels of a cell, where the page is to have pictures at all.
function tellPixels() {
  const screen = terminal.querySelector(".xterm-screen");
  if (!screen || !socket || socket.readyState !== 1 || navigator.connection?.saveData) return;
  const box = screen.getBoundingClientRect(), { cols, rows } = host.terminal;
  const width = Math.round(box.width * devicePixelRatio / cols), height = Math.round(box.height * devicePixelRatio / rows);
  const now = JSON.stringify(["pixels", { width, height }]);
  if (!(width > 0 && height > 0) || now === told) return;
  told = now;
  socket.send(now);
}

function hidePicture() {
  if (shown) shown.remove();
  shown = null;
}

async function showPicture(part) {
  const picture = new Image();
  picture.className = "picture";
  picture.alt = "";
  picture.src = `data:image/png;base64,${parts.join("")}`;
  parts = [];
  try {
    await picture.decode();
  } catch {
    return;
  }
  if (part.number !== newest) return; // another one, or cells alone, came meanwhile
  const screen = terminal.querySelector(".xterm-screen"), { cols, rows } = host.terminal;
  const cell = { width: screen.clientWidth / cols, height: screen.clientHeight / rows };
  picture.style.left = `${part.x * cell.width}px`;
  picture.style.top = `${part.y * cell.height}px`;
  picture.style.width = `${part.width * cell.width}px`;
  picture.style.height = `${part.height * cell.height}px`;
  picture.setAttribute("aria-hidden", "true");
  screen.append(picture);
  hidePicture();
  shown = picture;
}

hearers.picture = async (part) => {
  if (part.number > newest) {
    newest = part.number;
    parts = [];
  }
  if (part.data === undefined) {
    hidePicture();
    return;
  }
  if (part.number === newest) {
    parts.push(part.data);
    if (!part.more) await showPicture(part);
  }
  socket.send('["drawn"]');
};

forgetters.push(() => {
  told = "";
  newest = 0;
  hidePicture();
});

window.addEventListener("load", () => {
  host.terminal.onResize(hidePicture);
  new ResizeObserver(tellPixels).observe(terminal.querySelector(".xterm-screen"));
  host.terminal.onWriteParsed(() => told || tellPixels());
});
