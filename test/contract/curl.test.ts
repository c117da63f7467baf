import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlCommand } from "../../src/contract/report/text.js";
import type { ShownCall } from "../../src/contract/report/report.js";

/** The arguments that a shell passes to `curl` in the command of a report, which indents its lines. */
function argumentsInShell(call: Partial<ShownCall>): string[] {
  const whole = { method: "POST", url: "http://test/2/a", headers: {}, body: null, status: 200, reply: "", ...call };
  const command = curlCommand(whole).replace(/^/gm, "    ");
  const script = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; }\n${command}`;
  const env = { PATH: process.env["PATH"], TOKEN: "s3cret", HOME: "/home/x" };
  return execFileSync("sh", ["-c", script], { env, encoding: "utf8" }).split("\0").slice(0, -1);
}

const json = { "Content-Type": "application/json" };

test.each([
  "",
  "{}",
  `{"a":"$HOME and $TOKEN"}`,
  `{"a":"it's 'quoted' \`id\` \\"!\\" $(id) \${HOME} \\\\"}`,
  "@file",
  "''",
])("CT-10: the command of a finding sends the body as it is: %s", (body) => {
  expect(argumentsInShell({ headers: json, body })).toEqual(
    expect.arrayContaining(["--data-raw", body, "--header", "Content-Type: application/json"]),
  );
});

test("CT-10: the command of a finding expands variables that stand for secrets, and no others", () => {
  const headers = {
    Authorization: "Bearer $TOKEN",
    "X-Key": "$TOKEN",
    "X-Arg": `{"path":"$HOME $TOKEN"}`,
    "X-Empty": "",
  };
  expect(argumentsInShell({ headers })).toEqual(
    expect.arrayContaining([
      "Authorization: Bearer s3cret",
      "X-Key: s3cret",
      `X-Arg: {"path":"$HOME $TOKEN"}`,
      "X-Empty;",
    ]),
  );
  const body = `{"old":"$TOKEN","new":"$TOKENS $HOME"}`;
  expect(argumentsInShell({ headers: json, body, variables: ["$TOKEN"] })).toContain(
    `{"old":"s3cret","new":"$TOKENS $HOME"}`,
  );
});
