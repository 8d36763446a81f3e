"use strict";
// What a touched screen tells the program: that a finger plays, and that the button Menu was pressed.
const TOLD = 7701; // the escape sequence in which the page tells something; no terminal sends it

function tellProgram(word) {
  type(`\x1b]${TOLD};${word}\x07`);
}

// The program of every new connection is told.
window.WebSocket = class extends window.WebSocket {
  constructor(url) {
    super(url);
    this.addEventListener("open", () => {
      if (hasTouch()) tellProgram("touch");
    });
  }
};

document.getElementById("menu").addEventListener("click", () => tellProgram("menu"));
