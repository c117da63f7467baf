import type { VNode } from "preact";

/** What somebody sees who is not logged in. */
export function Welcome(): VNode {
  const problem = new URLSearchParams(location.search).get("problem");
  return (
    <main class="welcome">
      <h1>Team administration</h1>
      <p>Members, groups, team folders, devices and activity of your team.</p>
      {problem !== null && <p role="alert">{problem}</p>}
      <a class="button" href="/login">
        Log in
      </a>
    </main>
  );
}
