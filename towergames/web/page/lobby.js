"use strict";
// Shows who has come to a table that has not begun yet, and opens the table once it has begun.
const SECONDS = 2;
const silent = document.getElementById("silent");

async function look() {
  try {
    const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(8000) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const there = page.getElementById("there");
    if (!there) return location.reload(); // the table has begun, or the link opens nothing any more
    const shown = document.getElementById("there");
    if (shown.innerHTML !== there.innerHTML) shown.innerHTML = there.innerHTML; // else a reader would read it again
    silent.hidden = true;
  } catch {
    silent.hidden = false;
  }
  setTimeout(look, SECONDS * 1000);
}

setTimeout(look, SECONDS * 1000);
