import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { format, formatRange, formatReadableItems } from "../../src/format/format.js";
import type { SourceFile } from "../../src/text/source.js";
import { indentNewLine } from "../../src/language-server/features/formatting.js";
import { Project } from "../../src/language-server/features/project.js";
import { corpora, corpusFiles } from "../support/corpus.js";
import { specFiles } from "../support/spec-files.js";
import { stone } from "../support/stone-text.js";
import { formatCases } from "./format-cases.js";
import { editSequences } from "../support/edit-sequences.js";
import { choicesOf, commentsOf, scrambleLayout, scrambleSpaces } from "./layouts.js";

/** The formatted text of a specification that can be read. */
function formatted(text: string, lineWidth?: number): string {
  const result = format(text, lineWidth === undefined ? {} : { lineWidth });
  expect(result.diagnostics).toBeUndefined();
  return result.text ?? "";
}

function formatAll(files: readonly SourceFile[]): SourceFile[] {
  return files.map(({ path, text }) => ({ path, text: formatted(text) }));
}

function codesOf(text: string): string[] {
  const { diagnostics } = compile([{ path: "a.stone", text }]);
  return diagnostics.map(({ code }) => code).sort();
}

test.each(formatCases())("$rules: $name", ({ before, after }) => {
  expect(formatted(before)).toBe(after);
  expect(formatted(after)).toBe(after);
  expect(codesOf(after)).toEqual(codesOf(before.replace(/^\ufeff/, "")));
});

describe.each(["spec", ...corpora])("%s", (name) => {
  const files = name === "spec" ? specFiles("spec") : corpusFiles(name);
  const after = formatAll(files);

  test("FMT-4: formatting does not change the API", () => {
    expect(compile(after).ir === compile(files).ir).toBe(true);
  });

  test("FMT-5: formatting twice is formatting once", () => {
    expect(formatAll(after)).toEqual(after);
  });

  test("FMT-6: every comment survives, in its place", () => {
    expect(after.map(({ text }) => commentsOf(text))).toEqual(files.map(({ text }) => commentsOf(text)));
  });
});

test("spec/ is formatted", () => {
  const files = specFiles("spec");
  expect(formatAll(files)).toEqual(files);
});

test("FMT-4: what is wrong is as wrong after formatting", () => {
  for (const { path, text } of corpusFiles("invalid")) {
    const result = format(text);
    if (result.text !== undefined) {
      expect({ path, codes: codesOf(result.text) }).toEqual({ path, codes: codesOf(text) });
      expect(formatted(result.text)).toBe(result.text);
    }
  }
});

describe.each(["transit", "clinic", "corners", "wirelab"])("scrambled layouts of %s", (name) => {
  const files = formatAll(corpusFiles(name));
  const { ir } = compile(files);

  test("FMT-5: spaces between tokens and line ends do not matter", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const choose = choicesOf(seed);
        const scrambled = files.map(({ path, text }) => ({ path, text: scrambleSpaces(text, choose) }));
        expect(formatAll(scrambled)).toEqual(files);
      }),
      { numRuns: editSequences },
    );
  });

  test("FMT-4, FMT-6: in any layout the API is kept, and all comments", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const choose = choicesOf(seed);
        const scrambled = files.map(({ path, text }) => ({ path, text: scrambleLayout(text, choose) }));
        expect(compile(scrambled).ir === ir).toBe(true);
        const after = formatAll(scrambled);
        expect(compile(after).ir === ir).toBe(true);
        expect(after.map(({ text }) => commentsOf(text))).toEqual(scrambled.map(({ text }) => commentsOf(text)));
        expect(formatAll(after)).toEqual(after);
      }),
      { numRuns: editSequences },
    );
  });
});

test("FMT-3: lexical and syntax errors are returned instead of a text", () => {
  const result = format("namespace a\n\nstruct S\n    f String String\n");
  expect(result.text).toBeUndefined();
  expect(result.diagnostics).toMatchObject([{ line: 4, code: "unexpected-token" }]);
  expect(format("namespace a\n<<<<<<< ours\nimport b\n=======\nimport c\n>>>>>>> theirs\n").text).toBeUndefined();
});

test("FMT-3: an unknown type does not matter", () => {
  expect(formatted("namespace a\nstruct S\n    f   Unknown\n")).toBe("namespace a\n\nstruct S\n    f Unknown\n");
});

test("FMT-7: the text of a specification with CRLF has CRLF after formatting", () => {
  expect(format("namespace a\nimport b", { endOfLine: "crlf" }).text).toBe("namespace a\r\n\r\nimport b\r\n");
});

test("FMT-21: an empty file stays empty", () => {
  expect(formatted("")).toBe("");
  expect(formatted("\n  \n")).toBe("");
});

test("FMT-22: a literal whose value would change is kept", () => {
  const escapedSpace = 'namespace a\n    "Ends in a backslash and a space.\\ "\n';
  expect(formatted(escapedSpace)).toBe(escapedSpace);
});

test("FMT-33: a map is kept where the value of a literal would change", () => {
  const text = stone`
    namespace a

    struct S
        m Map(String, String)

        example default
            m =
                {"a":  "one\n            two"}
  `;
  expect(formatted(`${text}\n`)).toBe(`${text}\n`);
});

test("FMT-33: maps inside of maps are spread with them", () => {
  const text = stone`
    namespace a

    struct S
        m Map(String, Map(String, Int32))

        example default
            m = {"a": {
                "b": 1,  # one
                # two
                "c": 2
            }}
  `;
  expect(formatted(text)).toContain(
    [
      "        m = {",
      '            "a": {',
      '                "b": 1,  # one',
      "                # two",
      '                "c": 2',
      "            }",
      "        }",
    ].join("\n"),
  );
});

describe("FMT-9", () => {
  test("FMT-9: a field is kept with all below it, also comments", () => {
    const kept = "    f   String\n        'x\n".replace("'x", '"x"') + "          # deeper\n";
    const text = `namespace a\n\nstruct S\n    # ashlar-format-ignore\n${kept}    g   String\n`;
    expect(formatted(text)).toBe(text.replace("g   String", "g String"));
  });

  test("FMT-9: lines between off and on are kept", () => {
    const kept = "    # ashlar-format-off\n    f   String\n\n\n\n    g   String\n  # ashlar-format-on\n";
    const text = `namespace a\n\nstruct S\n${kept}    h   String\n`;
    expect(formatted(text)).toBe(text.replace("h   String", "h String"));
  });
});

describe("FMT-41: lines that are kept (FMT-9) are as close to their neighbours as their author wrote", () => {
  const off = "# ashlar-format-off\n";
  const on = "# ashlar-format-on\n";

  test.each([
    ["imports", `import b\n${off}import   d\nimport c\n${on}import e\n`],
    ["aliases", `alias B = String\n${off}alias C   = Int32\nalias D   = Int32\n${on}alias E = String\n`],
    ["annotations", `annotation B = Preview()\n${off}annotation C   = Preview()\n${on}annotation D = Preview()\n`],
    ["an alias after some kept ones", `${off}alias C   = Int32\nalias D   = Int32\n${on}alias E = String\n`],
    ["a region without code", `alias B = String\n${off}#    x\n${on}alias C = String\n`],
  ])("FMT-41: kept lines (FMT-9) are as close to their neighbours as their author wrote: %s", (_, lines) => {
    const text = `namespace a\n\n${lines}`;
    expect(formatted(text)).toBe(text);
  });

  test.each([
    ["an alias on several lines", "alias D   = String(\n    min_length=1)\n"],
    ["an alias with documentation", 'alias D   = String\n    "D."\n'],
    ["a definition of another kind", "import   b\n"],
  ])("FMT-41: kept lines (FMT-9) are separated where a blank line is required: %s", (_, kept) => {
    const text = `namespace a\n\n${off}alias B   = String\n${kept}${on}`;
    expect(formatted(`${text}alias E = String\n`)).toBe(`${text}\nalias E = String\n`);
  });
});

test("FMT-43: exactly one blank line follows a list of subtypes that is kept (FMT-9)", () => {
  const list = "    # ashlar-format-ignore\n    union\n        a   A\n        b   B\n";
  expect(formatted(`namespace a\n\nstruct S\n${list}    f String\n    g String\n`)).toBe(
    `namespace a\n\nstruct S\n${list}\n    f String\n    g String\n`,
  );
});

test("FMT-45: a field with lines below it that is kept (FMT-9) is as far from the next one as its author wrote", () => {
  const fields = '    # ashlar-format-ignore\n    f   String\n        "Kept."\n    g String\n';
  const text = `namespace a\n\nstruct S\n    union\n        a A\n\n${fields}`;
  expect(formatted(text)).toBe(text);
});

describe("FMT-10", () => {
  const text = stone`
    namespace   a

    struct   S
        f   String
            "About f. "


        g   String
    struct   T
        h   String
  `;
  const rangeOf = (part: string): { start: number; end: number } => {
    const start = text.indexOf(part);
    return { start, end: start + part.length };
  };

  test("FMT-10: a range in a line formats that line", () => {
    expect(formatRange(text, rangeOf("g "))).toBe(text.replace("g   String", "g String"));
  });

  test("FMT-10: a range over lines of several levels formats the run of their parent", () => {
    expect(formatRange(text, rangeOf('f. "\n\n\n    g'))).toBe(
      text.replace("f   String", "f String").replace('f. "\n\n\n', 'f."\n\n').replace("g   String", "g String"),
    );
  });

  test("FMT-10: a range in a broken item changes nothing, and others are formatted all the same", () => {
    const broken = "namespace   a\n\nstruct   B\n    f   String   String\n\nstruct   C\n    f   String\n";
    expect(formatRange(broken, { start: 30, end: 31 })).toBe(broken);
    expect(formatRange(broken, { start: broken.length - 3, end: broken.length - 2 })).toBe(
      broken.replace(/String\n$/, "String\n").replace(/f {3}String\n$/, "f String\n"),
    );
  });

  test("FMT-10: everything between the lines of two definitions is of the file", () => {
    expect(formatRange(text, { start: text.indexOf("g "), end: text.length })).toBe(
      `namespace   a\n\n${(format(text).text ?? "").split("\n").slice(2, -1).join("\n")}`,
    );
  });
});

test("FMT-10: broken items are kept, the others formatted", () => {
  const text = "namespace demo\nstruct   Broken\n    f   String   String\n\nstruct   Good\n    f   String\n";
  expect(formatReadableItems(text)).toBe(
    "namespace demo\n\nstruct   Broken\n    f   String   String\n\nstruct Good\n    f String\n",
  );
  expect(formatReadableItems('namespace a\n    "Not closed.\n\nstruct   S\n    f String\n')).toBeUndefined();
});

test("FMT-48: nothing is sorted, added or removed", () => {
  const text =
    "namespace demo\n\nimport zoo\nimport base\nimport zoo\n\nstruct B\n    b String\n    a String\n\nstruct A\n    a B\n";
  expect(format(text).text).toBe(text);
});

test("FMT-50: the width counts UTF-16 code units with the indentation, and without a comment at the end", () => {
  const field = (list: string): string => `namespace demo\n\nstruct A\n${list}\n`;
  const broken = '    a String(\n        min_length=1,\n        pattern="\u{1f600}")';
  const joined = '    a String(min_length=1, pattern="\u{1f600}")';
  const lineWidth = joined.length;
  expect(format(field(`${broken}  # why`), { lineWidth }).text).toBe(field(`${joined}  # why`));
  expect(format(field(broken), { lineWidth: lineWidth - 1 }).text).toBe(field(broken));
});

test("FMT-51: what is typed line by line with format-on-type does not move when it is formatted", () => {
  const lines = [
    "namespace demo",
    "",
    "struct A",
    '"What it is."',
    "a String",
    "b String",
    "",
    "route r (A, A, Void)",
    '"It."',
  ];
  const project = new Project();
  let text = "";
  for (const line of lines) {
    const start = text.length;
    project.setFiles([{ path: "a.stone", text }]);
    const [edit] = line === "" ? [] : indentNewLine(project.snapshot, "a.stone", start);
    text = `${edit === undefined ? text : text.slice(0, edit.start) + edit.text + text.slice(edit.end)}${line}\n`;
  }
  expect(format(text).text).toBe(text);
});
