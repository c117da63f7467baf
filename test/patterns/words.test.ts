import { expect, test } from "vitest";
import { wordsOf } from "../../src/patterns/words.js";

test.each([
  ["^(user|team)$", ["user", "team"]],
  ["rpc|upload|download", ["rpc", "upload", "download"]],
  [String.raw`^(user|noauth|app,\s*user)$`, ["user", "noauth", "app, user"]],
  [String.raw`^(noauth|(user|team|app)(,\s*(user|team))*)$`, ["noauth", "user", "team", "app"]],
  ["(a|b)(c|d)", ["ac", "ad", "bc", "bd"]],
  ["Team (information|member management)", ["Team information", "Team member management"]],
  ["a|[0-9]+", ["a"]],
  ["[a-z]+", []],
  ["", []],
  ["(", []],
])("%j lists %j", (pattern, words) => {
  expect(wordsOf(pattern)).toEqual(words);
});
