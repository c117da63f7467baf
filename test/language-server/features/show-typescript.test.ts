import { describe, expect, test } from "vitest";
import { showTypeScript } from "../../../src/language-server/protocol/show-typescript.js";
import { Project } from "../../../src/language-server/features/project.js";

/** What is shown for the place of «» in a text. */
function shown(marked: string): string | undefined {
  const project = new Project();
  project.setFiles([{ path: "a.stone", text: marked.replace("«»", "") }]);
  return showTypeScript(project.snapshot, "a.stone", marked.indexOf("«»"));
}

const rest = "\nstruct Find\n    title String\n\nunion Fault\n    gone\n";

describe("LSP-71: the command ashlar.showTypeScript", () => {
  test("LSP-71: the command ashlar.showTypeScript shows the types of a struct, of a union and of an alias", () => {
    expect(shown(`namespace a\n\nstruct B«»ook\n    pages UInt32\n${rest}`)).toContain(
      "export interface Book {\n  pages: number;\n}",
    );
    expect(shown(`namespace a\n${rest.replace("Fault", "Fa«»ult")}`)).toContain("export type Fault =");
    expect(shown(`namespace a\n\nalias Na«»me = String\n${rest}`)).toContain("export type Name = string;");
  });

  test("LSP-71: the command ashlar.showTypeScript shows only what is under the cursor", () => {
    expect(shown(`namespace a\n\nstruct B«»ook\n    find Find\n${rest}`)).not.toContain("interface Find ");
  });

  test("LSP-71: the command ashlar.showTypeScript shows the method of a route", () => {
    expect(shown(`namespace a\n\nroute fi«»nd(Find, Find, Fault)\n${rest}`)).toContain("find(arg: ");
  });

  test("LSP-71: the command ashlar.showTypeScript shows all of a namespace", () => {
    const text = shown(`namespace «»a\n\nroute find(Find, Find, Fault)\n${rest}`);
    expect(text).toContain("export interface Find ");
    expect(text).toContain("export interface AClient ");
  });

  test("LSP-71: the command ashlar.showTypeScript shows what there is if other definitions have errors", () => {
    expect(shown(`namespace a\n\nstruct B«»ook\n    pages UInt32\n\nstruct C\n    x Unknown\n${rest}`)).toContain(
      "export interface Book {",
    );
  });

  test("LSP-71: the command ashlar.showTypeScript shows nothing for annotations and built-in types", () => {
    expect(shown(`namespace a\n\nannotation D«» = Deprecated()\n${rest}`)).toBeUndefined();
    expect(shown(`namespace a\n\nstruct B\n    x Stri«»ng\n${rest}`)).toBeUndefined();
  });
});
