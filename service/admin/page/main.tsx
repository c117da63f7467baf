import { render, type VNode } from "preact";
import { App } from "./app.js";
import { openSession } from "./calls/session.js";
import { announceConfirmation } from "./confirmation.js";
import { Welcome, type WelcomeReason } from "./welcome.js";
import { Icon } from "./components/icon.js";
import { useTitle } from "./use-title.js";

const key = "place";

/** Stores the current place for this tab, so that the user returns to it after the next log-in. */
function rememberPlace(): void {
  sessionStorage.setItem(key, location.hash);
}

/** Returns to the stored place, once. */
function returnToPlace(): void {
  const hash = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (hash !== null) {
    history.replaceState(null, "", hash === "" ? location.pathname : hash);
  }
}

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

/**
 * The page that follows the confirmation of an administrator's identity. It is in a tab of its own, which it closes; if the
 * browser does not allow that, it stays visible.
 */
function Confirmed(): VNode {
  useTitle("Confirmed");
  return (
    <main class="welcome">
      <span class="team-mark" aria-hidden="true">
        <Icon name="members" />
      </span>
      <h1>Thank you</h1>
      <p>Your identity is confirmed. You can close this tab and continue in the other one.</p>
    </main>
  );
}
