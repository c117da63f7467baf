import type { VNode } from "preact";
import { logInProblem } from "./log-in-problem.js";

/** What somebody sees who is not logged in. */
export function Welcome(): VNode {
  const problem = logInProblem(location.search);
  return (
    <main class="welcome">
      <h1>Team administration</h1>
      <p>Members, groups, team folders, devices and activity of your team.</p>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <a class="button" href="/login">
        Log in
      </a>
    </main>
  );
}
