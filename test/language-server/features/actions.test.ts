import { describe, expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { format } from "../../../src/format/format.js";
import type { Action } from "../../../src/language-server/features/actions/action.js";
import { findJumps, findQuickFixes } from "../../../src/language-server/features/actions/quick-fixes.js";
import { findRefactorings } from "../../../src/language-server/features/actions/refactorings.js";
import { findLenses } from "../../../src/language-server/features/code-lenses.js";
import { keepFormatted } from "../../../src/language-server/features/formatting.js";
import { findLintFindings, findLintFixes } from "../../../src/language-server/features/lint.js";
import { Project, type Snapshot } from "../../../src/language-server/features/project.js";
import type { LintOptions } from "../../../src/lint/config.js";
import { applyEdits } from "./apply-edits.js";

/** Path to text; `«` and `»` mark what is selected, or `«` alone where the cursor is. */
type Marked = Readonly<Record<string, string>>;

function open(marked: Marked) {
  const place = { path: "", start: 0, end: 0 };
  const files = Object.entries(marked).map(([path, text]) => {
    const start = text.indexOf("«");
    const rest = text.replace("«", "");
    const end = rest.indexOf("»");
    if (start !== -1) {
      Object.assign(place, { path, start, end: end === -1 ? start : end });
    }
    return { path, text: rest.replace("»", "") };
  });
  const project = new Project();
  project.setFiles(files);
  return { files, snapshot: project.snapshot, ...place };
}

type FindActions = (snapshot: Snapshot, path: string, start: number, end: number) => Action[];

const lintFixes: FindActions = (snapshot, path, start, end) =>
  findLintFindings(snapshot, path, start, end, { preset: "all" }).flatMap((finding) =>
    findLintFixes(snapshot, finding),
  );

/** The files that an action changes, after it. What is formatted remains so, and what compiles still does. */
function after(marked: Marked, title: RegExp, find: FindActions = findRefactorings): Record<string, string> {
  const { files, snapshot, path, start, end } = open(marked);
  const actions = find(snapshot, path, start, end);
  const action = actions.find((each) => title.test(each.title));
  if (action === undefined) {
    throw new Error(`No action is called ${String(title)}: ${actions.map((each) => each.title).join(", ")}.`);
  }
  const { newFile } = action;
  const changed = [
    ...applyEdits(files, keepFormatted(action.edits(), snapshot, 100)),
    ...(newFile === undefined ? [] : [{ path: newFile.path, text: newFile.text() }]),
  ];
  expect(compile(changed).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const texts = changed.filter(({ text }) => files.every((file) => file.text !== text));
  for (const { text } of texts) {
    expect(format(text).text).toBe(text);
  }
  return Object.fromEntries(texts.map((file) => [file.path, file.text]));
}

function titles(marked: Marked, find: FindActions = findRefactorings): string {
  const { snapshot, path, start, end } = open(marked);
  return find(snapshot, path, start, end)
    .map(({ title }) => title)
    .join("\n");
}

const header = "namespace n\n\n";

describe("LSP-61: refactorings of definitions", () => {
  test("LSP-61: refactorings extract the type of a field as an alias, there or in all fields of the namespace", () => {
    const marked = {
      "a.stone": `${header}# What A is.\nstruct A\n    si«ze UInt64(min_value=1)\n\nstruct Size\n    x UInt64(min_value=1)?\n`,
    };
    expect(after(marked, /^Extract the type/)["a.stone"]).toBe(
      `${header}alias Size2 = UInt64(min_value=1)\n\n# What A is.\nstruct A\n    size Size2\n\nstruct Size\n    x UInt64(min_value=1)?\n`,
    );
    expect(after(marked, /^Extract all 2 equal types/)["a.stone"]).toBe(
      `${header}alias Size2 = UInt64(min_value=1)\n\n# What A is.\nstruct A\n    size Size2\n\nstruct Size\n    x Size2?\n`,
    );
  });

  test("LSP-61: refactorings inline an alias in all files of its namespace", () => {
    const marked = {
      "a.stone": `${header}alias Si«ze = UInt64(min_value=1)\n\nstruct A\n    s Size?\n    t List(Size)\n`,
      "b.stone": `${header}union U\n    s Size\n`,
    };
    expect(after(marked, /^Inline/)).toEqual({
      "a.stone": `${header}struct A\n    s UInt64(min_value=1)?\n    t List(UInt64(min_value=1))\n`,
      "b.stone": `${header}union U\n    s UInt64(min_value=1)\n`,
    });
  });

  test("LSP-61: refactorings move a definition below the only field that uses it, with its comments, and back", () => {
    const marked = {
      "a.stone": `${header}struct A\n    p Point?  # where\n        "Here."\n    q String\n\n# A point.\nstruct Po«int\n    "Both :field:\`x\`\n    and y."\n\n    x Int32  # yes\n`,
    };
    const moved = `${header}struct A\n    p Point?  # where\n        "Here."\n        # A point.\n        struct\n            "Both :field:\`x\`\n            and y."\n\n            x Int32  # yes\n    q String\n`;
    expect(after(marked, /^Move 'Point' below the field 'p'/)["a.stone"]).toBe(moved);
    expect(after({ "a.stone": moved.replace("p Point", "p Po«int") }, /to the top level/)["a.stone"]).toContain(
      "\nstruct Point\n",
    );
  });

  test("LSP-61: refactorings move a definition to another file of its namespace", () => {
    const marked = {
      "a.stone": `${header}# One.\nstruct A«\n    x String  # why\n\nstruct B\n    a A\n`,
      "b.stone": `${header}struct C\n    a A\n`,
    };
    expect(after(marked, /^Move 'A' to 'b.stone'/)).toEqual({
      "a.stone": `${header}struct B\n    a A\n`,
      "b.stone": `${header}struct C\n    a A\n\n# One.\nstruct A\n    x String  # why\n`,
    });
  });

  test("LSP-61: refactorings split a file with routes and types, with the imports that each needs", () => {
    const marked = {
      "spec/n.stone": `«namespace n\n\nimport m\nimport o\n\nstruct A\n    p m.Mine\n\n# It.\nroute r (A, o.Other, Void)\n\nalias X = A\n\nalias Y = A\n`,
      "spec/m.stone": "namespace m\n\nstruct Mine\n    b String\n",
      "spec/o.stone": "namespace o\n\nstruct Other\n    b String\n",
    };
    expect(after(marked, /^Move all but the routes/)).toEqual({
      "spec/n.stone": "namespace n\n\nimport m\nimport o\n\n# It.\nroute r (A, o.Other, Void)\n",
      "spec/n_types.stone": "namespace n\n\nimport m\n\nstruct A\n    p m.Mine\n\nalias X = A\n\nalias Y = A\n",
    });
  });
});

describe("LSP-62: refactorings that change the API say so", () => {
  const file = `${header}struct Base
    id String

struct File extends Base
    "A file."

«    # its name
    name String(min_length=1)  # short
        "Shorter than :field:\`kind\`."
    size UInt64»
    kind String?

    example default
        id = "1"
        name = "a"
        size = 3

struct Child extends File
    more String

    example default
        id = "2"
        name = "c"
        size = 4
        more = "x"
`;

  test("LSP-62: moving fields to a parent changes nothing on the wire (EVO-25)", () => {
    expect(
      after({ "a.stone": file }, /to the parent 'FileBase' \(changes the API; nothing changes on the wire\)/)[
        "a.stone"
      ],
    ).toContain(`struct File extends FileBase
    "A file."

    kind String?

    example default
        id = "1"
        name = "a"
        size = 3

struct FileBase extends Base
    # its name
    name String(min_length=1)  # short
        "Shorter than :field:\`File.kind\`."
    size UInt64
`);
  });

  test("LSP-62: moving fields to a struct of their own moves the examples of all that have them", () => {
    const changed = after({ "a.stone": file }, /to the struct 'FileDetails' \(changes the wire\)/)["a.stone"];
    expect(changed).toContain(`    details FileDetails
    kind String?

    example default
        id = "1"
        details = default

struct FileDetails
    # its name
    name String(min_length=1)  # short
        "Shorter than :field:\`File.kind\`."
    size UInt64

    example default
        name = "a"
        size = 3

    example child_default
        name = "c"
        size = 4
`);
    expect(changed).toContain(`        id = "2"\n        details = child_default\n        more = "x"\n`);
  });

  test("LSP-62: moving fields to a parent or a struct is not offered where subtypes are listed", () => {
    const marked = {
      "a.stone": `${header}struct R\n    union\n        s S\n\n    «x String\n\nstruct S extends R\n    y String\n`,
    };
    expect(titles(marked)).not.toContain("Extract 'x' to");
  });

  test("LSP-62: a new version of a route has copies of its types (EVO-31)", () => {
    const marked = {
      "a.stone": `${header}struct Arg\n    p String\n\nunion Err\n    a\n\nroute «r (Arg, List(Arg), Err)\n`,
    };
    expect(after(marked, /^Add version 2 with types of its own/)["a.stone"]).toContain(
      "route r (Arg, List(Arg), Err) deprecated by r:2\n\nroute r:2 (ArgV2, List(Arg), ErrV2)\n\nstruct ArgV2\n    p String\n\nunion ErrV2\n    a\n",
    );
  });
});

describe("LSP-63: documentation", () => {
  test("LSP-63: words in documentation become references", () => {
    const marked = {
      "a.stone": `${header}struct A\n    "Has the «size of :type:\`B\` FileMetadata."\n\n    size UInt64\n\nstruct B\n    x A\n\nstruct FileMetadata\n    x A\n`,
    };
    expect(after(marked, /^Write it as a reference: :field:`size`/)["a.stone"]).toContain(
      "Has the :field:`size` of :type:`B` FileMetadata.",
    );
    const other = { "a.stone": marked["a.stone"].replace("the «size", "t«he size") };
    expect(after(other, /^Write the names of types/)["a.stone"]).toContain(":type:`B` :type:`FileMetadata`.");
  });

  test("LSP-63: what lacks documentation gets some to be written", () => {
    const marked = {
      "a.stone": `${header}struct A«  # x\n    f String = "x"\n    g String\n        "It."\n\nroute r (A, A, Void)\n`,
    };
    expect(after(marked, /^Add documentation to 'A' and its members/)["a.stone"]).toContain(
      `struct A  # x\n    "What it is."\n    f String = "x"\n        "What it is."\n    g String\n        "It."\n`,
    );
    const route = {
      "a.stone": `${header}route r« (Void, Void, Void) deprecated\n    attrs\n        a = 1\n`,
      "stone_cfg.stone": "namespace stone_cfg\n\nstruct Route\n    a UInt64\n",
    };
    expect(after(route, /^Add documentation to 'r'/)["a.stone"]).toContain(
      `deprecated\n    "What it does."\n\n    attrs\n`,
    );
  });
});

describe("LSP-50: fixes", () => {
  test.each([
    [
      "field-name",
      "struct A\n    data«URL String\n",
      /^Rename to 'data_url' \(changes the wire\)/,
      "    data_url String",
    ],
    ["type-name", "struct my«_type\n    x String\n", /^Rename to 'MyType'$/, "struct MyType\n"],
    ["unused-type", "struct A«\n    x String\n\nstruct B\n    x String\n", /^Remove 'A'/, "namespace n\n\nstruct B\n"],
    [
      "doc-field",
      "struct A\n    «x String\n\nroute r (A, A, Void)\n",
      /^Add documentation to 'x'/,
      `x String\n        "What it is."\n`,
    ],
    [
      "old-version",
      "route r« (Void, Void, Void)\n\nroute r:2 (Void, Void, Void)\n",
      /^Deprecate it by 'r:2'/,
      "deprecated by r:2\n",
    ],
    [
      "missing-example",
      "struct A«\n    x String\n\nroute r (A, A, Void)\n",
      /^Add the example 'default'/,
      "    example default\n",
    ],
    [
      "closed-union-in-result",
      "union_closed U«\n    a\n\nroute r (Void, U, Void)\n",
      /^Open 'U' \(changes the wire\)/,
      "\nunion U\n",
    ],
    [
      "route-type-name",
      "struct A\n    x String\n\nroute r« (A, Void, Void)\n",
      /^Rename to 'AArg'/,
      "route r (AArg, Void, Void)",
    ],
  ])("LSP-50: an editor alone offers to fix the finding %s", (_, text, title, wanted) => {
    expect(after({ "a.stone": header + text }, title, lintFixes)["a.stone"]).toContain(wanted);
  });

  test("LSP-50: comments about comments cannot be ignored", () => {
    const marked = { "a.stone": `${header}# ashlar-ignore« old-version\nstruct A\n    x String\n` };
    expect(titles(marked, lintFixes)).not.toContain("Ignore here: ignore-without-reason");
  });

  test("LSP-50: fixes create only what an unknown parent may be", () => {
    expect(titles({ "a.stone": `${header}struct S extends «Bse\n    f String\n` }, findQuickFixes)).not.toMatch(
      /union|alias/,
    );
    const union = { "a.stone": `${header}union_closed U extends «Bse\n    a\n` };
    expect(titles(union, findQuickFixes)).not.toMatch(/struct|alias/);
    expect(after(union, /^Create the union/, findQuickFixes)["a.stone"]).toContain("union_closed Bse");
  });

  test.each([
    [
      `struct A\n    x String\n\n    example default\n        x = "a"\n        «y = -3\n`,
      "    y Int64?\n\n    example default\n",
    ],
    ['struct A\n    "See :field:«`y`."\n\n    x String\n', "    x String\n    y String?\n"],
    ["union U\n    a\n\nstruct A\n    u U = «b\n", "union U\n    a\n    b\n"],
  ])("LSP-50: fixes create the field or tag that is missing", (text, wanted) => {
    expect(after({ "a.stone": header + text }, /^Create the (?:field|tag)/, findQuickFixes)["a.stone"]).toContain(
      wanted,
    );
  });

  test("LSP-50: new lines of a fix stand after the comment at the end of a line", () => {
    const marked = {
      "a.stone": `${header}struct A\n    x String\n    y String\n\n    example «default\n        x = "a"  # why\n`,
    };
    expect(after(marked, /^Add 'y'/, findQuickFixes)["a.stone"]).toContain(
      `        x = "a"  # why\n        y = "text"\n`,
    );
  });

  test("LSP-50: the fix of what is declared twice leads to the first declaration", () => {
    const { snapshot, path, start, end } = open({
      "a.stone": `${header}struct A\n    x String\n\nstruct «A\n    y String\n`,
    });
    expect(findJumps(snapshot, path, start, end)).toMatchObject([{ to: { path: "a.stone", start: 20, end: 21 } }]);
  });
});

test("LSP-35: lenses count routes, and say that a union in results can never have more tags", () => {
  const text = `${header}union_closed Kind\n    a\n\nunion_closed Choice\n    a\n\nroute r (Choice, Kind, Void)\n`;
  const { snapshot, path } = open({ "a.stone": `«${text}` });
  const lensesWith = (lint: LintOptions): string[] =>
    findLenses(snapshot, path, lint, undefined).map(
      ({ range, title }) => `${text.slice(range.start, range.end)}: ${title()}`,
    );
  const counts = ["Kind: used by 1 route", "Choice: used by 1 route"];
  expect(lensesWith({})).toEqual([counts[0], "Kind: closed: tags can never be added", counts[1]]);
  expect(lensesWith({ preset: "none" })).toEqual(counts);
});
