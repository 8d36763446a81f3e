"use strict";
// Calls a person who does not look at the page: by its title and icon, and if the person wants it by a sound and a
// notification. The program says when: in text messages of the socket, while all that a game draws comes as bytes.

// page.js gives every socket to this function. All other names are known in this file alone.
const listenForCalls = (() => {
  const TITLE = document.title;
  const TOWER = "<path d='M5 26h22v4H5zM8 18h16v6H8zM8 10h16v6H8zM11 2h10v6H11z' fill='#4a9ac0'/>";
  const DOT = "<circle cx='24' cy='8' r='8' fill='#e04030' stroke='#ffffff' stroke-width='2'/>";
  const icon = document.querySelector("link[rel=icon]");
  let waiting = ""; // the title that calls now

  function drawIcon(shapes) {
    const image = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>${shapes}</svg>`;
    icon.href = `data:image/svg+xml,${encodeURIComponent(image)}`;
  }

  function isSeen() {
    return document.visibilityState === "visible" && document.hasFocus();
  }

  function wait(title) {
    waiting = title;
    document.title = title || TITLE;
    drawIcon(title ? TOWER + DOT : TOWER);
  }

  function tellServer(name) {
    if (socket) socket.send(JSON.stringify([name]));
  }

  function listen(opened) {
    // A program that has just started does not know that nobody is here.
    opened.addEventListener("open", () => isSeen() || tellServer("blur"));
  }

  hearers.call = take;

  function take({ title, ring }) {
    if (title && isSeen()) return tellServer("focus"); // the program knew only that its terminal had lost the focus
    const fresh = ring && title !== waiting; // a program that was started again repeats what was called before
    wait(title);
    if (!fresh) return;
    if (wanted("sound")) play();
    if (wanted("notification")) notify(title);
  }

  for (const [target, name] of [[window, "focus"], [window, "blur"], [document, "visibilitychange"]]) {
    target.addEventListener(name, () => {
      if (isSeen()) wait("");
      tellServer(isSeen() ? "focus" : "blur");
    });
  }

  // --- the sound -----------------------------------------------------------------------------------------

  const TONES = [660, 880], TONE = 0.16; // hertz, and seconds for each
  let audio = null;

  // Browsers let a page sound only after a key or a click.
  function wakeAudio() {
    if (!wanted("sound")) return;
    audio = audio || new AudioContext();
    audio.resume();
  }

  function play() {
    if (audio === null || audio.state !== "running") return;
    TONES.forEach((frequency, number) => {
      const tone = audio.createOscillator(), volume = audio.createGain();
      const start = audio.currentTime + number * TONE;
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0.15, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + TONE);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + TONE);
    });
  }

  for (const name of ["pointerdown", "keydown"]) window.addEventListener(name, wakeAudio, { capture: true });

  // --- notifications -------------------------------------------------------------------------------------

  // Why there are no notifications; empty where they are possible.
  function whyNoNotification() {
    if (!window.isSecureContext) {
      return "There are no notifications here: they need https, or a browser on the host's machine.";
    }
    if (!("Notification" in window)) return "This browser has no notifications for pages.";
    if (Notification.permission === "denied") return "This browser is set to show no notifications of this page.";
    return "";
  }

  // Returns whether the browser takes it: on Android it has the name, and refuses pages.
  function notify(text) {
    try {
      const shown = new Notification(TITLE, { body: text, tag: "call" });
      shown.onclick = () => {
        window.focus();
        shown.close();
      };
      return true;
    } catch {
      return false;
    }
  }

  // --- the settings of the page --------------------------------------------------------------------------

  const KEPT_AS = "towergames.";

  function wanted(name) {
    try {
      return localStorage.getItem(KEPT_AS + name) === "on";
    } catch {
      return false; // the browser keeps nothing
    }
  }

  function choose(name, on) {
    try {
      localStorage.setItem(KEPT_AS + name, on ? "on" : "off");
    } catch {}
  }

  const opener = document.getElementById("calls");
  const panel = document.createElement("div");
  panel.id = "call-settings";
  panel.hidden = true;
  panel.setAttribute("role", "dialog");
  panel.setAttribute("aria-label", "Calls");
  panel.innerHTML = `
    <p>While you do not look at this page, its title and its icon say that it is your turn.</p>
    <label><input type="checkbox" name="sound"> Sound too</label>
    <label><input type="checkbox" name="notification"> Notification too</label>
    <p id="call-why" role="status"></p>
    <button>Close</button>`;
  body.append(panel);
  const boxes = Object.fromEntries([...panel.querySelectorAll("input")].map((box) => [box.name, box]));
  const callWhy = panel.querySelector("#call-why");

  function showSettings(why = whyNoNotification()) {
    boxes.sound.checked = wanted("sound");
    boxes.notification.disabled = whyNoNotification() !== "";
    boxes.notification.checked = wanted("notification") && !boxes.notification.disabled;
    callWhy.textContent = why;
  }

  function openSettings(open) {
    panel.hidden = !open;
    opener.setAttribute("aria-expanded", open);
    if (open) showSettings();
    else if (field) field.focus();
  }

  boxes.sound.addEventListener("change", () => {
    choose("sound", boxes.sound.checked);
    wakeAudio();
    if (boxes.sound.checked) audio.resume().then(play);
  });
  boxes.notification.addEventListener("change", async () => {
    choose("notification", false);
    if (!boxes.notification.checked) return showSettings();
    if ((await Notification.requestPermission()) !== "granted") {
      return showSettings(whyNoNotification() || "Notifications were not allowed.");
    }
    if (!notify("Notifications call you to your turn.")) {
      return showSettings("This browser shows no notifications of pages.");
    }
    choose("notification", true);
    showSettings();
  });
  opener.addEventListener("click", () => openSettings(panel.hidden));
  panel.querySelector("button").addEventListener("click", () => openSettings(false));
  panel.addEventListener("keydown", (event) => event.key === "Escape" && openSettings(false));

  wait("");

  return listen;
})();
