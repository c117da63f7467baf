import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useTitle } from "./components/heading.js";
import { Icon } from "./components/icon.js";
import { Alert } from "./components/placeholders.js";
import { logInProblem } from "./log-in-problem.js";

/** The reason why the welcome page is shown. */
export type WelcomeReason = "start" | "lost" | "unreachable";

const reasonProblems: Readonly<Record<WelcomeReason, string | undefined>> = {
  start: undefined,
  lost: "Your session has ended. Log in to continue.",
  unreachable: "The console cannot be reached. Check your connection and try again.",
};

/** The page for users who are not logged in. */
export function Welcome({ reason }: { readonly reason: WelcomeReason }): VNode {
  useTitle("Log in");
  const [failure] = useState(() => logInProblem(location.search));
  const problem = reasonProblems[reason] ?? failure;
  useEffect(() => {
    if (failure !== undefined) {
      history.replaceState(null, "", location.pathname); // so that a reload does not repeat the problem
    }
  }, [failure]);
  return (
    <main class="welcome">
      <span class="team-mark" aria-hidden="true">
        <Icon name="members" />
      </span>
      <h1 tabIndex={-1}>Admin console</h1>
      <p>Manage the members, groups, folders and devices of your team.</p>
      {problem !== undefined && <Alert>{problem}</Alert>}
      {reason === "unreachable" ? (
        <button type="button" class="primary" onClick={() => location.reload()}>
          Try again
        </button>
      ) : (
        <a class="button primary" href="/login">
          Log in
        </a>
      )}
      <p class="muted">You need to be an administrator of the team.</p>
    </main>
  );
}
