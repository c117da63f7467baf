import { render } from "preact";
import { App } from "./app.js";
import { openSession } from "./calls/session.js";
import { announceConfirmation, Confirmed } from "./confirmed.js";
import { rememberPlace, returnToPlace } from "./location.js";
import { Welcome, type WelcomeReason } from "./welcome.js";

const root = document.getElementById("app");
if (root !== null && location.search === "?confirmed") {
  render(<Confirmed />, root);
  announceConfirmation();
} else if (root !== null) {
  const welcome = (reason: WelcomeReason): void => {
    render(<Welcome reason={reason} />, root);
    root.querySelector<HTMLElement>("h1")?.focus();
  };
  const opening = openSession(() => {
    rememberPlace();
    welcome("lost");
  });
  const session = await opening.catch(() => "unreachable" as const);
  if (session === "unreachable") {
    welcome("unreachable");
  } else if (session === undefined) {
    welcome("start");
  } else {
    returnToPlace();
    render(<App session={session} />, root);
  }
}
