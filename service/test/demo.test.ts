import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prepareFolder } from "../src/demo/demo-data.js";
import { emptyFolder } from "./support/process.js";

test("a demo that an interrupted start left incomplete is removed, and created again", async () => {
  const folder = emptyFolder();
  for (const part of ["database/postgres", "contents"]) {
    mkdirSync(join(folder, part), { recursive: true });
  }
  writeFileSync(join(folder, "demo-under-way"), "");
  await prepareFolder(folder);
  // As after the first start of a demo, whose data is created next.
  expect(readdirSync(folder)).toEqual(["demo-under-way"]);
});

test("the demo refuses a DATA_FOLDER with other data, and deletes nothing there (OPS-16)", async () => {
  const folder = emptyFolder();
  const precious = join(folder, "precious.txt");
  writeFileSync(precious, "");
  await expect(prepareFolder(folder)).rejects.toThrow("contains files that do not belong to the demo");
  expect(existsSync(precious)).toBe(true);
});
