import { describe, expect, test } from "vitest";
import { stone } from "../support/stone-text.js";
import { loadCodecs } from "./load-package.js";

const { redact } = await loadCodecs(stone`
  annotation Blot = RedactedBlot()
  alias Token = String(pattern="[a-z]+")
      @Blot
  alias Tokens = List(Token)

  struct Session
      token Token
      nickname String(max_length=3)
          @Blot
      size UInt32 = 1

  struct Everywhere
      nullable Token?
      tokens Tokens?
      by_name Map(String, List(Token))?
      sessions List(Session)?
      secret Secret?
      child Special?

  struct Special extends Session
      other_token Token

  union Secret
      none
      token Token
      session Session
`);

const mask = "********";

describe("what is written to logs", () => {
  test("WIRE-50: values with a redactor are replaced before they are checked, all others are checked", () => {
    expect(redact("Session", { token: "NOT LOWER CASE", nickname: 12345 })).toEqual({ token: mask, nickname: mask });
    expect(() => redact("Session", { token: "a", nickname: "a", size: -1 })).toThrow(
      expect.objectContaining({ name: "EncodeError", code: "out-of-range", path: "size" }),
    );
  });

  test("WIRE-51: nulls and unset fields stay as they are", () => {
    expect(redact("Everywhere", { nullable: null })).toEqual({});
  });

  test.each([
    ["nullable", "a", mask],
    ["tokens", ["a", "b"], [mask, mask]],
    ["by_name", { x: ["a"] }, { x: [mask] }],
    ["sessions", [{ token: "a", nickname: "b" }], [{ token: mask, nickname: mask }]],
    ["secret", { ".tag": "token", token: "a" }, { ".tag": "token", token: mask }],
    [
      "secret",
      { ".tag": "session", token: "a", nickname: "b" },
      { ".tag": "session", token: mask, nickname: mask },
    ],
    ["child", { token: "a", nickname: "b", other_token: "c" }, { token: mask, nickname: mask, other_token: mask }],
  ])("RED-4, WIRE-51: a redactor on an alias applies wherever the alias occurs: %s %j", (field, value, logged) => {
    expect(redact("Everywhere", { [field]: value })).toEqual({ [field]: logged });
  });
});
