import { beforeAll, describe, expect, test } from "vitest";
import { diff } from "../../../src/diff/diff.js";
import { routeName } from "../../../src/ir/names.js";
import { stone } from "../../support/stone-text.js";
import { apiOf } from "../../support/stone.js";
import { printPackage } from "./print-package.js";

const spec = stone`
  namespace files

  route list_folder(Void, Void, Void)

  route list_folder:2(Void, Void, Void)

  route list_folder/continue:2(Void, Void, Void)

  route GetURL-of/it:10(Void, Void, Void)
`;

describe("a route", () => {
  let texts: ReadonlyMap<string, string>;
  beforeAll(async () => {
    const files = await printPackage(apiOf(spec));
    texts = new Map(files.map(({ path, text }) => [path, text]));
  });

  test.each([
    ["list_folder", 1, "files/list_folder"],
    ["list_folder", 2, "files/list_folder:2"],
    ["list_folder/continue", 2, "files/list_folder/continue:2"],
    ["list_folder", 10, "files/list_folder:10"],
  ])("ROUTE-4: a route is displayed with its version, unless that is 1: %s, %i", (name, version, displayed) => {
    expect(routeName("files", { name, version })).toBe(displayed);
  });

  test("ROUTE-4: a route is displayed so in the findings of a comparison", () => {
    const { findings } = diff(apiOf(spec), apiOf("namespace files"));
    expect(findings.map(({ subject }) => subject).sort()).toEqual([
      "files/GetURL-of/it:10",
      "files/list_folder",
      "files/list_folder/continue:2",
      "files/list_folder:2",
    ]);
  });

  test.each(["listFolder", "listFolderV2", "listFolderContinueV2", "getURLOfItV10"])(
    "ROUTE-5: a route is called by a method with its words and its version: %s",
    (method) => {
      expect(texts.get("src/files/client.ts")).toContain(`  ${method}(`);
    },
  );
});
