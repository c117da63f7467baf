import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../src/text/diagnostics/diagnostic.js";
import { renderGithub } from "../../../src/text/diagnostics/render-github.js";
import { render, renderAll } from "../../../src/text/diagnostics/render.js";
import { summarize } from "../../../src/text/diagnostics/summarize.js";

const base: Diagnostic = {
  file: "shop.stone",
  line: 4,
  column: 10,
  endLine: 4,
  endColumn: 14,
  severity: "error",
  code: "unknown-type",
  message: "No type is named 'Itm'.",
};

function place(file: string, line: number, column: number, endColumn: number) {
  return { file, line, column, endLine: line, endColumn };
}

function shown(diagnostic: Diagnostic, texts: Readonly<Record<string, string>>): string {
  return render(diagnostic, (file) => texts[file], { color: false });
}

/** The line of the specification and the marks below it, without the gutter. */
function excerptOf(line: string, column: number, endColumn: number): string[] {
  const text = shown({ ...base, ...place("a", 1, column, endColumn) }, { a: line });
  return text
    .trimEnd()
    .split("\n")
    .slice(3)
    .map((row) => row.replace(/^.*?\| /, ""));
}

describe("a code frame", () => {
  test("a code frame shows severity, code, message, place, line, marks and help", () => {
    const text = "namespace shop\n\nstruct Cart\n    item Itm\n";
    const diagnostic = { ...base, ...place("shop.stone", 4, 10, 13), help: "Declare it." };
    expect(shown(diagnostic, { "shop.stone": text })).toBe(
      `error[unknown-type]: No type is named 'Itm'.
 --> shop.stone:4:10
  |
4 |     item Itm
  |          ^^^
  |
  = help: Declare it.
`,
    );
  });

  test("a code frame has places that explain in the same frame, from the top, and those of other files in frames of their own", () => {
    const diagnostic: Diagnostic = {
      ...base,
      ...place("b.stone", 12, 1, 7),
      related: [
        { ...place("b.stone", 3, 1, 7), message: "first declared here" },
        { ...place("a.stone", 1, 8, 12), message: "and imported here" },
      ],
    };
    const b = `namespace b\n\nstruct A\n${"\n".repeat(8)}struct A\n`;
    expect(shown(diagnostic, { "b.stone": b, "a.stone": "import b.A x\n" })).toBe(
      `error[unknown-type]: No type is named 'Itm'.
  --> b.stone:12:1
   |
 3 | struct A
   | ------ first declared here
...
12 | struct A
   | ^^^^^^
   |
  ::: a.stone:1:8
   |
 1 | import b.A x
   |        ---- and imported here
`,
    );
  });

  test("a code frame has a row for each place on one line", () => {
    const related = [{ ...place("a", 1, 1, 3), message: "here" }];
    expect(shown({ ...base, ...place("a", 1, 4, 6), related }, { a: "ab cd" })).toContain(
      "1 | ab cd\n  |    ^^\n  | -- here\n",
    );
  });

  test("a code frame shows the first line of a place of several lines", () => {
    const diagnostic = { ...base, file: "a", line: 1, column: 3, endLine: 3, endColumn: 2 };
    expect(shown(diagnostic, { a: 'x "begins  \nand\nends"' })).toContain('1 | x "begins\n  |   ^^^^^^^\n');
  });

  test("a code frame counts lines as the compiler does, with any line ends (LEX-2)", () => {
    expect(shown({ ...base, ...place("a", 3, 1, 2) }, { a: "1\r\n2\r3\n4" })).toContain("3 | 3\n");
  });

  test("a code frame names the places of a text that is not known", () => {
    const related = [{ ...place("b", 1, 1, 3), message: "declared here" }];
    expect(shown({ ...base, related }, {})).toBe(
      "error[unknown-type]: No type is named 'Itm'.\n --> shop.stone:4:10\n ::: b:1:1\n    declared here\n",
    );
  });

  test("a code frame is the same with and without colour but for the escape sequences", () => {
    const texts = { "shop.stone": "\n\n\n    item Itm" };
    const colored = render(base, (file) => texts[file as "shop.stone"], { color: true });
    expect(colored).toContain("\x1b[1;31merror[unknown-type]\x1b[0m");
    expect(colored.replace(/\x1b\[[\d;]*m/g, "")).toBe(shown(base, texts));
  });

  test("a code frame is parted from the next by an empty line", () => {
    expect(renderAll([base, base], () => undefined, { color: false })).toMatch(/:4:10\n\nerror/);
  });
});

describe("a line in a frame", () => {
  test("a line in a frame has an empty place, and the end of a line, marked by one sign", () => {
    expect(excerptOf("abc", 2, 2)).toEqual(["abc", " ^"]);
    expect(excerptOf("abc", 4, 4)).toEqual(["abc", "   ^"]);
    expect(excerptOf("", 1, 1)).toEqual(["1 |", "^"]);
  });

  test("a line in a frame has four columns for a tab", () => {
    expect(excerptOf("\ta\tb", 4, 5)).toEqual(["    a    b", "         ^"]);
  });

  test("a line in a frame has two columns for wide characters and emoji, none for combining ones", () => {
    expect(excerptOf("漢字 x", 4, 5)).toEqual(["漢字 x", "     ^"]);
    expect(excerptOf("漢字 x", 1, 3)).toEqual(["漢字 x", "^^^^"]);
    expect(excerptOf("👍 x", 4, 5)).toEqual(["👍 x", "   ^"]);
    expect(excerptOf("e\u0301 x", 4, 5)).toEqual(["e\u0301 x", "  ^"]);
    expect(excerptOf("ｶﾅ x", 4, 5)).toEqual(["ｶﾅ x", "   ^"]);
  });

  test("a line in a frame shows what is invisible or could move the text as a sign", () => {
    expect(excerptOf("\ufeffa\u202eb\x1b[31m", 1, 2)).toEqual(["\ufffda\ufffdb\ufffd[31m", "^"]);
  });

  test("a line in a frame is cut around the place if it is long", () => {
    const [line = "", marks = ""] = excerptOf(`${"a".repeat(500)}XYZ${"b".repeat(500)}`, 501, 504);
    expect(line).toHaveLength(112);
    expect(line).toMatch(/^…a+XYZb+…$/);
    expect(marks.indexOf("^^^")).toBe(line.indexOf("XYZ"));
    expect(marks.trim()).toBe("^^^");
  });

  test("a line in a frame is cut at one end only where the place is near the other", () => {
    expect(excerptOf(`XYZ${"b".repeat(500)}`, 1, 4)[0]).toMatch(/^XYZb+…$/);
    expect(excerptOf(`${"a".repeat(500)}XYZ`, 501, 504)[0]).toMatch(/^…a+XYZ$/);
  });

  test("a line in a frame has marks no wider than itself", () => {
    const [line = "", marks = ""] = excerptOf("a".repeat(1000), 1, 1001);
    expect(marks.length).toBeLessThanOrEqual(line.length);
  });
});

test("GitHub gets a workflow command, with what it would misread escaped", () => {
  const diagnostic = { ...base, file: "a,b:c.stone", message: "100% wrong:\nreally", help: "Mend it." };
  expect(renderGithub(diagnostic)).toBe(
    "::error file=a%2Cb%3Ac.stone,line=4,col=10,endLine=4,endColumn=14,title=unknown-type::" +
      "100%25 wrong:%0Areally%0AHelp: Mend it.\n",
  );
  expect(renderGithub({ ...base, severity: "warning" })).toMatch(/^::warning file=shop\.stone,/);
});

test("the summary counts errors, warnings and the files that have them", () => {
  const warning = { ...base, severity: "warning", file: "b" } as const;
  expect(summarize([base, base, warning], 9)).toBe("2 errors, 1 warning in 2 files");
  expect(summarize([warning], 9)).toBe("1 warning in 1 file");
  expect(summarize([], 9)).toBe("No problems in 9 files");
});
