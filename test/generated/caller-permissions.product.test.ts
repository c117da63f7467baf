import { describe, expect, test } from "vitest";
import { stone } from "../support/stone-text.js";
import { loadCodecs } from "./load-package.js";

// What the rules of `docs/wire-format.md` say about fields and tags that exist for some callers only.

const { decode, encode } = await loadCodecs(stone`
  annotation Internal = Omitted("internal")
  annotation Staff = Omitted("staff")

  struct Account
      name String
      internal_id UInt32
          @Internal
      note String?
          @Staff

  struct TeamAccount extends Account
      team String

  struct Team
      accounts List(Account)
      by_name Map(String, Account)?
      state State?

  union State
      active
      suspended String
          @Internal
      owned Account
`);

const internal = { permissions: ["internal"] };
const both = { permissions: ["staff", "internal"] };

describe("caller permissions", () => {
  test("WIRE-40: a field or tag exists for callers with its permission, among others that they may have", () => {
    const account = { name: "a", internal_id: 1, note: "n" };
    expect(encode("Account", account, both)).toEqual(account);
    expect(encode("Account", account, internal)).toEqual({ name: "a", internal_id: 1 });
    expect(encode("Account", account, { permissions: ["Internal", "intern"] })).toEqual({ name: "a" });
    expect(decode("State", { ".tag": "suspended", suspended: "why" }, internal)).toEqual({
      ".tag": "suspended",
      suspended: "why",
    });
  });

  test("WIRE-41: a field that does not exist for the caller is not encoded, not required, and unknown in a message", () => {
    expect(encode("Account", { name: "a", internal_id: 1 })).toEqual({ name: "a" });
    expect(decode("Account", { name: "a" }, { strict: true })).toEqual({ name: "a" });
    expect(decode("Account", { name: "a", internal_id: "not even a number" })).toEqual({ name: "a" });
    expect(() => decode("Account", { name: "a", internal_id: 1 }, { strict: true })).toThrow(
      expect.objectContaining({ code: "unknown-field", path: "internal_id" }),
    );
  });

  test("WIRE-42: a field with a permission is ordinary for a caller who has it, and a value read without the permission lacks it", () => {
    expect(decode("Account", { name: "a", internal_id: 1 }, { strict: true, ...internal })).toEqual({
      name: "a",
      internal_id: 1,
    });
    const missing = expect.objectContaining({ code: "missing-field", path: "internal_id" }) as Error;
    expect(() => decode("Account", { name: "a" }, internal)).toThrow(missing);
    const read = decode("Account", { name: "a", internal_id: 1 });
    expect(() => encode("Account", read, internal)).toThrow(missing);
  });

  test("WIRE-44: omitted fields are inherited", () => {
    const account = { name: "a", internal_id: 1, note: "n", team: "t" };
    expect(encode("TeamAccount", account)).toEqual({ name: "a", team: "t" });
    expect(encode("TeamAccount", account, both)).toEqual(account);
    expect(() => decode("TeamAccount", { name: "a", team: "t" }, internal)).toThrow(
      expect.objectContaining({ code: "missing-field", path: "internal_id" }),
    );
  });

  test("WIRE-45: permissions apply at every depth", () => {
    const account = { name: "a", internal_id: 1 };
    const team = { accounts: [account], by_name: { a: account }, state: { ".tag": "owned", ...account } };
    const hidden = { accounts: [{ name: "a" }], by_name: { a: { name: "a" } }, state: { ".tag": "owned", name: "a" } };
    expect(encode("Team", team)).toEqual(hidden);
    expect(encode("Team", team, internal)).toEqual(team);
    expect(decode("Team", team)).toEqual(hidden);
    expect(() => decode("Team", hidden, internal)).toThrow(
      expect.objectContaining({ code: "missing-field", path: "accounts[0].internal_id" }),
    );
  });
});
