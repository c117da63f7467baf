import type { VNode } from "preact";
import { useTitle } from "./components/heading.js";
import { Icon } from "./components/icon.js";

/**
 * The page that follows the confirmation of an administrator's identity. It is in a tab of its own, which it closes; if the
 * browser does not allow that, it stays visible.
 */
export function Confirmed(): VNode {
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

/** Connects the tab in which an administrator confirms their identity with the one where they have begun an action. */
const channel = "confirmation";

/** Calls back when the administrator has confirmed their identity in another tab, until the returned function is called. */
export function onConfirmation(callback: () => void): () => void {
  const receiver = new BroadcastChannel(channel);
  receiver.onmessage = callback;
  return () => receiver.close();
}

/** Tells the other tabs that the administrator has confirmed their identity, and closes this one if the browser allows it. */
export function announceConfirmation(): void {
  const sender = new BroadcastChannel(channel);
  sender.postMessage("confirmed");
  sender.close();
  close();
}
