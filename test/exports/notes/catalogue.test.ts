import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("OUT-10: the guide explains the code of each note, and no others", () => {
  const catalogue = readFileSync("src/exports/notes/catalogue.ts", "utf8");
  const codes = [...catalogue.matchAll(/code: "([\w-]+)"/g)].map(([, code]) => code);
  const rows = readFileSync("docs/exporting.md", "utf8").split("\n## ")[0] ?? "";
  const explained = [...rows.matchAll(/^\| `([\w-]+)` /gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(5);
  expect(explained.toSorted()).toEqual(codes.toSorted());
});
