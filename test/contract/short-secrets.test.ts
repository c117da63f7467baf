import { expect, test } from "vitest";
import { Redaction } from "../../src/contract/report/redaction.js";
import { Lookup } from "../../src/ir/walk.js";

/** The text of a report about calls with that token, which is in the variable T. */
function redacted(token: string, text: string): string {
  const api = { namespaces: [], stoneCfg: undefined };
  const credentials = { tokens: { user: { name: "T", value: token } }, app: undefined };
  return new Redaction(api, new Lookup(api), credentials, new Map()).text(text);
}

test.each([
  ["x", "expected an index, found x", "expected an index, found $T"],
  ["x", '{"token":"x"}', '{"token":"$T"}'],
  ["a.b", "xa.bx and aXb", "x$Tx and aXb"],
  ["a-long-token", "before-a-long-token-after", "before-$T-after"],
])("the token %j is masked, and no part of another word", (token, text, shown) => {
  expect(redacted(token, text)).toBe(shown);
});
