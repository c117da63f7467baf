import { readFileSync } from "node:fs";
import { describe, test } from "vitest";
import { RunningSession } from "./run-session.js";
import type { ScriptedSession } from "./session.js";

const sessions = ["test/corpus/lsp/sessions.json", "test/corpus/lsp/more-sessions.json"].flatMap(
  (path) => JSON.parse(readFileSync(path, "utf8")) as ScriptedSession[],
);

// Sessions wait most of the time, for diagnostics to come and to stay.
describe.concurrent("a session with the language server", () => {
  describe.concurrent("of a client that can do much", () => {
    test.each(sessions)("a client that can do much has the session: $name", (session) =>
      new RunningSession(session, false).run(),
    );
  });

  describe.concurrent("ED-8: of a client that announces no capabilities", () => {
    test.each(sessions)("ED-8: a client that announces no capabilities has the session: $name", (session) =>
      new RunningSession(session, true).run(),
    );
  });
});
