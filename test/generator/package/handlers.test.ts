import { describe, expect, test } from "vitest";
import { mergeHandlers } from "../../../src/generator/package/merge-handlers.js";
import type { HandlersStub } from "../../../src/generator/emit/scaffold.js";

const stub: HandlersStub = {
  path: "files.ts",
  name: "files",
  type: "FilesHandlers",
  methods: [
    { name: "copy", doc: ["/** Copies. */"], parameters: ["arg", "caller", "request"] },
    { name: "delete", doc: [], parameters: ["arg", "caller", "request"] },
  ],
  text: "",
};

const imports = 'import { type FilesHandlers, notImplemented } from "shop-api/server";\n';

/** A text with what `mergeHandlers` makes of it. */
function merged(text: string): string {
  const merge = mergeHandlers(text, stub, "shop-api/server");
  if (merge.refusal !== undefined) {
    throw new Error(merge.refusal.problem);
  }
  return merge.text;
}

const added = `
  /** Copies. */
  async copy(arg, caller, request) {
    throw notImplemented(arg, caller, request);
  },

  async delete(arg, caller, request) {
    throw notImplemented(arg, caller, request);
  },
`;

/** What is added where the types of parameters are known. */
const typed = `
  async delete(arg, caller, request) {
    throw notImplemented(arg, caller, request);
  },
`;

const deleteAdded = `
  async delete() {
    throw notImplemented();
  },
`;

describe("missing methods are added at the end, and nothing else is changed", () => {
  test.each([
    ["an empty object", `export const files: FilesHandlers<Context> = {};\n`, `= {${added}};\n`],
    ["an object with satisfies", `const files = {\n  copy,\n} satisfies FilesHandlers<C>;`, `  copy,\n${typed}} s`],
    ["an object with as", `const files = <X>({ copy: a.copy } as X)`, `= <X>({ copy: a.copy, \n${deleteAdded}} as X)`],
    ["a last member without comma", `const files = {\n  copy() {}\n};`, `  copy() {},\n${deleteAdded}};`],
    [
      "a comment at the end",
      `const files = {\n  copy() {} // done\n  /* more to come */ // soon\n};`,
      `  copy() {}, // done\n  /* more to come */ // soon\n${deleteAdded}};`,
    ],
    ["names in other spellings", `const files = {\n  ["copy"]: 1,\n};`, `  ["copy"]: 1,\n${deleteAdded}};`],
    ["a function around it", `const files = logged("x", {\n  copy() {},\n});`, `  copy() {},\n${deleteAdded}});`],
    [
      "a function that makes it",
      `export function files(db: Db) {\n  const x = 1;\n  return {\n    copy() {},\n  };\n}`,
      `    copy() {},\n${deleteAdded.replace(/^(?=.)/gm, "  ")}  };\n}`,
    ],
    [
      "an arrow function that makes it",
      `export const files = (db: Db): FilesHandlers<C> => ({\n  copy() {},\n});`,
      `  copy() {},\n${typed}});`,
    ],
    [
      "a function that says what it makes",
      `function files(db: Db): FilesHandlers<C> {\n  return {\n    copy() {},\n  };\n}`,
      `    copy() {},\n${typed.replace(/^(?=.)/gm, "  ")}  };\n}`,
    ],
    [
      "a function of this file that makes it of something else",
      `const make = ({ db }) => ({\n  copy() {},\n});\nconst files = make({ db });`,
      `  copy() {},\n${deleteAdded}});\nconst files = make({ db });`,
    ],
    [
      "another constant",
      `const made = {\n  copy() {},\n};\nexport const files = made;`,
      `  copy() {},\n${deleteAdded}};\nexport const files = made;`,
    ],
    [
      "a spread of this file",
      `const part = { copy() {} };\nconst files = {\n  ...part,\n};`,
      `const part = { copy() {} };\nconst files = {\n  ...part,\n${deleteAdded}};`,
    ],
  ])("missing methods are added at the end in %s, and nothing else is changed", (_what, before, after) => {
    const text = merged(imports + before);
    expect(text).toContain(after);
    expect(merged(text)).toBe(text);
    // Without what was added it is what it was, but for a comma.
    const kept = text.replace(added, "").replace(/\n* *async delete\([^)]*\) \{[^}]*\},\n/, "");
    expect(kept.replace(/[\s,]/g, "")).toBe((imports + before).replace(/[\s,]/g, ""));
  });

  test("missing methods are added in a class, whose methods state what they return", () => {
    const before = `class Files implements FilesHandlers<C> {\n\tcopy() {}\n\tprivate helper() {}\n}\nexport const files = new Files();\n`;
    expect(merged(imports + before)).toBe(
      `${imports}class Files implements FilesHandlers<C> {\n\tcopy() {}\n\tprivate helper() {}\n\n` +
        `\tasync delete(...[arg, caller, request]: Parameters<FilesHandlers<C>["delete"]>): Promise<never> {\n` +
        `\t\tthrow notImplemented(arg, caller, request);\n\t}\n}\nexport const files = new Files();\n`,
    );
  });

  test("missing methods are added in a class of another name that implements the interface, with what it inherits", () => {
    const before = `class Base {\n  copy = () => 1;\n}\nexport class Mine extends Base implements FilesHandlers<C> {\n}\n`;
    expect(merged(imports + before)).toContain(
      'implements FilesHandlers<C> {\n  async delete(...[arg, caller, request]: Parameters<FilesHandlers<C>["delete"]>)' +
        ": Promise<never> {\n    throw notImplemented(arg, caller, request);\n  }\n}\n",
    );
  });

  test("missing methods are added in a class that does not say what it implements, without parameters", () => {
    expect(merged(`${imports}class Base {\n  copy() {}\n}\nexport const files = new Base();\n`)).toContain(
      "  async delete(): Promise<never> {\n    throw notImplemented();\n  }\n}\n",
    );
  });

  test("missing methods are added with the line ends of the file", () => {
    const before = `${imports}const files = {\n  copy() {},\n};\n`.replaceAll("\n", "\r\n");
    const text = merged(before);
    expect(text).toBe(`${imports}const files = {\n  copy() {},\n${deleteAdded}};\n`.replaceAll("\n", "\r\n"));
  });
});

describe("notImplemented is imported where it is needed", () => {
  const object = "const files = {\n  copy,\n};";

  test.each([
    ["beside what is imported", 'import { badRequest } from "shop-api/server";', "{ badRequest, notImplemented }"],
    [
      "after types only",
      'import type { A } from "shop-api/server";',
      '/server";\nimport { notImplemented } from "shop',
    ],
    ["after other imports", '"use strict";\nimport "./a.js";', '"./a.js";\nimport { notImplemented } from "shop-api/'],
    ["at the top", "/** Files. */", 'import { notImplemented } from "shop-api/server";\n/** Files. */\nconst'],
  ])("notImplemented is imported %s", (_what, before, after) => {
    const text = merged(`${before}\n${object}`);
    expect(text).toContain(after);
    expect(text).toContain("throw notImplemented();");
  });

  test("notImplemented is not imported if it has another name already", () => {
    expect(merged(`import { notImplemented as later } from "shop-api/server";\n${object}`)).toContain("throw later();");
    expect(merged(`import * as server from "shop-api/server";\n${object}`)).toContain("throw server.notImplemented();");
  });

  test("nothing is imported if no method is missing", () => {
    const text = "const files = { copy, delete: remove };";
    expect(merged(text)).toBe(text);
  });
});

describe("what cannot be seen is not guessed", () => {
  test.each([
    [
      "a part from another file",
      'import { part } from "./part.js";\nconst files = { ...part };',
      /part from another file/,
    ],
    ["a base class from another file", "class Files extends Base {}\nconst files = new Files();", /part from another/],
    ["no such declaration", "export const others = { copy() {} };", /no object or class `files`/],
    ["one that is only imported", 'export { files } from "./elsewhere.js";', /no object or class `files`/],
    ["options of a function elsewhere", "const files = makeFiles({ db, log: true });", /no object or class `files`/],
    ["a circle", "const files = a;\nconst a = files;", /no object or class `files`/],
    ["a syntax error", "const files = {\n  copy( {\n};\n", /not correct TypeScript: .+ \(line \d\)/],
  ])("%s in handlers is reported, and no method is guessed", (_what, text, problem) => {
    const { refusal, ...merge } = mergeHandlers(text, stub, "shop-api/server");
    expect(refusal?.problem).toMatch(problem);
    expect(refusal?.missing.map(({ name }) => name)).toEqual(["copy", "delete"]);
    expect(merge).toEqual({ text, added: [], obsolete: [] });
  });

  test("handlers without a route are named, but not touched", () => {
    const text = "const files = { copy, delete: remove, shred() {}, [computed]: 1, 'old one'() {} };";
    expect(mergeHandlers(text, stub, "shop-api/server")).toEqual({ text, added: [], obsolete: ["shred", "old one"] });
  });
});
