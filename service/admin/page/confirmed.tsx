import type { VNode } from "preact";
import { Icon } from "./components/icon.js";
import { useTitle } from "./use-title.js";

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
