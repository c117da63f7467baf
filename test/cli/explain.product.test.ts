import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { printDiagnostics } from "../../src/cli/report/print-diagnostics.js";
import { renderPage } from "../../src/cli/explain/render-page.js";
import type { Diagnostic } from "../../src/text/diagnostics/diagnostic.js";
import { painter } from "../../src/text/diagnostics/paint.js";
import { ruleTexts } from "../../src/diff/messages.js";
import { ruleSummaries } from "../../src/lint/summaries.js";
import { ashlar } from "./command-line.js";

describe("explain", () => {
  test("explain prints what a diagnostic means, an incorrect specification with its report, and a correct one", async () => {
    const { code, stdout, stderr } = await ashlar(["explain", "unknown-type"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^unknown-type\n\nNo type with this name is in scope\./);
    expect(stdout).toContain("\n        name string\n\n    error[unknown-type]: ");
    expect(stdout).toMatch(/\nCorrect\n\n {4}namespace files\n[^]* {8}name String\n$/);
    expect(stdout).not.toContain("```");
  });

  test("explain lists all codes by topic without a code", async () => {
    const { code, stdout, stderr } = await ashlar(["explain"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/\n\nTypes\n\n[^#]*\n {2}unknown-type {2,}no type has this name\n/);
  });

  test.each([
    ["unknwn-type", " Did you mean 'unknown-type'?"],
    ["namespace-nam", " Did you mean 'namespace-name'?"],
    ["tag-aded", " Did you mean 'tag-added'?"],
    ["xyzzy", ""],
    ["README", ""],
    ["../emitters", ""],
  ])("explain refuses %s, which is no code and no rule, with exit code 2", async (name, hint) => {
    expect(await ashlar(["explain", name])).toEqual({
      code: 2,
      stdout: "",
      stderr:
        `error: No diagnostic and no rule is called '${name}'.${hint}\nRun \`ashlar explain\` to list all diagnostics, ` +
        "`ashlar lint --list-rules` and `ashlar diff --list-rules` to list the rules.\n",
    });
  });

  test("explain prints the definition of a rule by its id, with the page of the diagnostic that reports it", async () => {
    const rule = await ashlar(["explain", "E-DECL-6"]);
    expect(rule).toMatchObject({ code: 0, stderr: "" });
    expect(rule.stdout).toMatch(
      /^E-DECL-6: two routes with the same name and version; the later route; `duplicate-route`\n\nDefined in docs\/language\/errors.md.\n\nduplicate-route\n/,
    );
    const other = await ashlar(["explain", "fmt-5"]);
    expect(other.stdout).toMatch(
      /^FMT-5 Formatting a formatted file changes nothing\.[^*]*Defined in docs\/formatting.md.\n$/,
    );
    expect((await ashlar(["explain", "e-decl-999"])).code).toBe(2);
  });

  test("explain prints what a rule of the linter or of `diff` means", async () => {
    const lint = await ashlar(["explain", "namespace-name"]);
    expect(lint).toEqual(await ashlar(["lint", "--explain", "namespace-name"]));
    expect(lint.stdout).toMatch(/^namespace-name\n\nNamespaces are part of URLs/);
    const diff = await ashlar(["explain", "tag-added"]);
    expect(diff).toEqual(await ashlar(["diff", "--explain", "tag-added"]));
    expect(diff.stdout).toContain('A new server answers: {".tag":"lost"}');
  });

  test("a name means one thing: diagnostics, rules of the linter and rules of `diff` share none", () => {
    const diagnostics = readdirSync("docs/diagnostics").map((file) => file.replace(".md", ""));
    const all = [...diagnostics, ...ruleSummaries([]).keys(), ...Object.keys(ruleTexts)];
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  });

  test("explain has colours where other commands have them", async () => {
    const { stdout } = await ashlar(["explain", "unknown-type"], { env: { FORCE_COLOR: "1" } });
    expect(stdout).toMatch(/^\x1b\[1munknown-type\x1b\[0m\n/);
  });

  test("explain finds its pages in the package, which contains them", () => {
    const { files } = JSON.parse(readFileSync("package.json", "utf8")) as { files: string[] };
    expect(files).toContain("docs");
  });
});

describe("a page in a terminal", () => {
  const plain = painter(false);

  test("a page of explain in a terminal has paragraphs that are wrapped, without links, and code as it is", () => {
    const page =
      "# a-code\n\nOne [two](three.md) four five.\n\n```stone\nstruct S\n    long_name_of_a_field String\n```\n";
    expect(renderPage(page, 14, plain)).toBe(
      "a-code\n\nOne two four\nfive.\n\n    struct S\n        long_name_of_a_field String\n",
    );
  });

  test("a page of explain in a terminal has lists in two columns", () => {
    const page = "- [`ab`](ab.md): one two three\n- [`abcd`](abcd.md): four\n";
    expect(renderPage(page, 16, plain)).toBe("  ab    one two\n        three\n  abcd  four\n");
  });
});

describe("a report of diagnostics ends with where to read more", () => {
  const diagnostic = (code: string, severity: Diagnostic["severity"]): Diagnostic => ({
    code,
    severity,
    message: "Something is wrong.",
    ...{ file: "a.stone", line: 1, column: 1, endLine: 1, endColumn: 2 },
  });
  const written: string[] = [];
  const report = (isTTY: boolean, ...diagnostics: readonly Diagnostic[]): string => {
    vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
    vi.stubGlobal("process", Object.assign(Object.create(process) as object, { env: {} }));
    Object.defineProperty(process.stderr, "isTTY", { value: isTTY, configurable: true });
    printDiagnostics(diagnostics, [], "pretty");
    return written.join("");
  };
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(process.stderr, "isTTY");
    written.length = 0;
  });

  test("a report of diagnostics in a terminal ends with where to read more, for one code", () => {
    expect(report(true, diagnostic("unknown-type", "error"))).toMatch(
      /\nRun `ashlar explain unknown-type` for an explanation\.\n$/,
    );
  });

  test("a report of diagnostics in a terminal ends with where to read more, once, with the first error as an example", () => {
    const several = [diagnostic("example-refused", "warning"), diagnostic("unknown-type", "error")];
    expect(report(true, ...several).split("ashlar explain")).toHaveLength(3);
    expect(written.join("")).toMatch(
      /\nRun `ashlar explain CODE` for an explanation, such as `ashlar explain unknown-type`\.\n$/,
    );
  });

  test("a report without diagnostics, or in a log, does not end with where to read more", () => {
    expect(report(true)).not.toContain("explain");
    expect(report(false, diagnostic("unknown-type", "error"))).not.toContain("explain");
  });
});
