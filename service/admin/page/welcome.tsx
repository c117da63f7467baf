import type { VNode } from "preact";
import { Alert } from "./components/alert.js";
import { Icon } from "./components/icon.js";
import { useTitle } from "./use-title.js";

/** Why nobody is logged in. */
export type WelcomeReason = "start" | "lost";

/** What somebody sees who is not logged in. */
export function Welcome({ reason }: { readonly reason: WelcomeReason }): VNode {
  useTitle("Log in");
  const problem = reason === "lost" ? "Your session has ended. Log in to go on." : loginProblem(location.search);
  return (
    <main class="welcome">
      <span class="team-mark" aria-hidden="true">
        <Icon name="members" />
      </span>
      <h1 tabIndex={-1}>Admin console</h1>
      <p>Manage the members, groups, folders and devices of your team.</p>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <a class="button primary" href="/login">
        Log in
      </a>
      <p class="muted">You need to be an administrator of the team.</p>
    </main>
  );
}

const loginProblems: Readonly<Record<string, string>> = {
  expired: "This log-in took too long, or was not started here. Log in again.",
  denied: "You did not allow the console to manage your team. Log in again to do so.",
  failed: "The log-in did not succeed. Try again in a moment.",
};

/** The sentence for the code that the server of the console puts into the URL. Any other text there is ignored. */
function loginProblem(query: string): string | undefined {
  const code = new URLSearchParams(query).get("problem") ?? "";
  return Object.hasOwn(loginProblems, code) ? loginProblems[code] : undefined;
}
