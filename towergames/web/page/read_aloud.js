"use strict";
// The table in sentences, for who has the page read aloud: the program sends them, and the terminal is hidden there.
const KEPT_SENTENCES = 1000;
const aloud = document.getElementById("aloud"), line = document.getElementById("line");

hearers.aloud = (sentences) => {
  for (const sentence of sentences) {
    const paragraph = document.createElement("p");
    paragraph.textContent = sentence;
    aloud.append(paragraph);
  }
  while (aloud.childElementCount > KEPT_SENTENCES) aloud.firstElementChild.remove();
};

hearers.line = (text) => {
  line.textContent = text;
};

forgetters.push(() => {
  aloud.replaceChildren();
  line.textContent = "";
});

window.addEventListener("load", () => {
  host.terminal.options.screenReaderMode = false;
  // The field that takes the keys must have the focus, so it stays; it is named, and all that is drawn is hidden.
  field.setAttribute("aria-label", "Keys for the table");
  for (const part of terminal.querySelectorAll(".xterm-viewport, .xterm-screen > :not(.xterm-helpers)")) {
    part.setAttribute("aria-hidden", "true");
  }
});
