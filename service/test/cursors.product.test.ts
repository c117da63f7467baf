import { expect, test } from "vitest";
import { Cursors } from "../src/cursor.js";
import { describeService, newEmail } from "./support/service.js";

const cursors = new Cursors("ab".repeat(32));

test("a cursor can be read for its purpose only, with the same key, and unchanged", () => {
  const state = { after: "/日本", number: 7 };
  const cursor = cursors.write("a list of tid:1", state);
  expect(cursors.read("a list of tid:1", cursor)).toEqual(state);
  expect(cursors.read("a list of tid:2", cursor)).toBeUndefined();
  expect(new Cursors("cd".repeat(32)).read("a list of tid:1", cursor)).toBeUndefined();
  const letters = Array.from(cursor);
  for (const index of letters.keys()) {
    const changed = letters.with(index, letters[index] === "A" ? "B" : "A").join("");
    expect([index, cursors.read("a list of tid:1", changed)]).toEqual([index, undefined]);
  }
  for (const none of [
    "",
    "x",
    ".",
    "a.b",
    cursor.slice(0, -1),
    cursor.slice(1),
    `${cursor}A`,
    `${cursor}=`,
    `${cursor} `,
  ]) {
    expect([none, cursors.read("a list of tid:1", none)]).toEqual([none, undefined]);
  }
});

test("a cursor of an older key can be read until that key is removed (OPS-16)", () => {
  const [older, newer] = ["cd".repeat(32), "ef".repeat(32)];
  const cursor = new Cursors(older).write("a list", { after: 7 });
  const both = new Cursors(newer, [older]);
  expect(both.read("a list", cursor)).toEqual({ after: 7 });
  expect(both.isCurrent("a list", cursor)).toBe(false);
  expect(both.isCurrent("a list", both.write("a list", {}))).toBe(true);
  expect(new Cursors(newer).read("a list", both.write("a list", 1))).toBe(1);
  expect(new Cursors(newer).read("a list", cursor)).toBeUndefined();
});

describeService("cursors", (service) => {
  test("cursors reveal nothing of their state, such as ids and names", async () => {
    const team = await service.team(Array.from({ length: 3 }, () => ({})));
    const { account_id } = await service.controls.addAccount({ email: newEmail() });
    await service.storage.addFiles({ account_id, path: "/secret name", count: 3 });
    const own = service.clientWith(await service.userToken(account_id));
    const { cursor } = await own.files.listFolder({ path: "/secret name" });
    const members = await team.client.team.membersList({ limit: 1 });
    for (const text of [cursor, members.cursor]) {
      const bytes = text.split(".").map((part) => Buffer.from(part, "base64").toString("latin1"));
      expect(bytes.join("")).not.toMatch(/secret|[at]m?id:|namespace|account/);
    }
    const again = await own.files.listFolder({ path: "/secret name" });
    expect(again.cursor).not.toBe(cursor);
  });
});
