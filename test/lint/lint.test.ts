import { describe, expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { format } from "../../src/format/format.js";
import { toJson } from "../../src/ir/json.js";
import { fix, lint } from "../../src/lint/lint-files.js";
import { problemsOfLint, type LintOptions } from "../../src/lint/config.js";
import { defineRule, type LintFinding } from "../../src/lint/rule.js";
import { corpora, corpusFiles } from "../support/corpus.js";
import { specFiles } from "../support/spec-files.js";
import { stone } from "../support/stone-text.js";

const only = (rule: string): LintOptions => ({ preset: "none", rules: { [rule]: "warn" } });

function linted(text: string, options: LintOptions = {}): string[] {
  const { findings, diagnostics } = lint([{ path: "a.stone", text }], options);
  expect(diagnostics).toEqual([]);
  return findings.map(({ line, code, severity, target }) => `${line} ${code} ${severity} ${target}`);
}

test("LINT-1, LINT-14: with errors of the language nothing is linted", () => {
  const { findings, diagnostics } = lint([{ path: "a.stone", text: "namespace myFiles\nstruct S\n    f Unknown\n" }]);
  expect(findings).toEqual([]);
  expect(diagnostics).toMatchObject([{ code: "unknown-type" }]);
});

test("LINT-3: a finding has its place, its target and its fixes", () => {
  const text = 'namespace demo\nalias A = String(pattern="^a")\n';
  expect(lint([{ path: "a.stone", text }], only("pattern-anchor")).findings).toEqual([
    {
      file: "a.stone",
      line: 2,
      column: 7,
      endLine: 2,
      endColumn: 8,
      severity: "warning",
      code: "pattern-anchor",
      source: "lint",
      message: "The pattern '^a' begins with '^', which has no meaning: patterns match whole values.",
      target: "demo.A",
      fixes: [{ title: "Remove the '^'", safe: true, edits: [{ file: "a.stone", start: 41, end: 42, text: "" }] }],
    },
  ]);
});

test("LINT-3: offsets of edits are those of a file with CRLF", () => {
  const text = 'namespace demo\r\nalias A = String(pattern="^a")\r\n';
  const { findings } = lint([{ path: "a.stone", text }], only("pattern-anchor"));
  const [edit] = findings[0]?.fixes[0]?.edits ?? [];
  expect(text.slice(edit?.start, edit?.end)).toBe("^");
  expect(fix([{ path: "a.stone", text }], only("pattern-anchor")).files[0]?.text).toBe(text.replace("^", ""));
});

test("LINT-4: routes, versions and attributes are targets", () => {
  const text = stone`
    namespace demo
    route a (Void, Void, Void)
    route a:2 (Void, Void, Void)
  `;
  expect(linted(text, only("doc-route"))).toEqual(["2 doc-route warning demo.a", "3 doc-route warning demo.a:2"]);
});

describe("LINT-5: safe fixes", () => {
  test("LINT-5: safe fixes are applied until none is left, and keep a formatted file formatted", () => {
    const text = stone`
      namespace demo

      import b
      import c

      struct S
          f c.T()
          g String(pattern="^^a")
    `;
    const other = (name: string): { path: string; text: string } => ({
      path: `${name}.stone`,
      text: `namespace ${name}\n\nstruct T\n    f String\n`,
    });
    const { files, findings } = fix([{ path: "a.stone", text: `${text}\n` }, other("b"), other("c")], {
      preset: "none",
      rules: { "unused-import": "warn", "pattern-anchor": "warn", "empty-arguments": "warn" },
    });
    expect(findings).toEqual([]);
    expect(files[0]?.text).toBe('namespace demo\n\nimport c\n\nstruct S\n    f c.T\n    g String(pattern="a")\n');
  });

  test("LINT-5: safe fixes of Markdown leave what cannot be a reference (DOC-6)", () => {
    const text = stone`
      namespace demo

      struct S
          "See [the docs](https://a.b/c_(d)), [x](https://a.b), ![a picture](https://a.b), [some \`code\`](https://a.b)."

          f String
    `;
    const { files, findings, diagnostics } = fix([{ path: "a.stone", text }], only("doc-markup"));
    expect(diagnostics).toEqual([]);
    expect(files[0]?.text).toBe(text.replace("[the docs](https://a.b/c_(d))", ":link:`the docs https://a.b/c_(d)`"));
    expect(findings).toHaveLength(3);
  });

  test("LINT-5: safe fixes of the names of types leave URLs, qualified names and code", () => {
    const text = stone`
      namespace demo
      struct HTTPError
          code Int32
      struct S
          "\`HTTPError\`, HTTPError, b.HTTPError, https://a.b/HTTPError, \`List(HTTPError)\`."
          f String
    `;
    expect(fix([{ path: "a.stone", text }], only("doc-plain-type")).files[0]?.text).toBe(
      text.replace("`HTTPError`, HTTPError,", ":type:`HTTPError`, :type:`HTTPError`,"),
    );
  });

  test("LINT-5: safe fixes sort imports, whatever comment stands above the next definition", () => {
    const text = (imports: string): string =>
      `namespace demo\n\n${imports}\n# Of the struct.\nstruct S\n    f b.T\n    g c.T\n`;
    const others = ["b", "c"].map((name) => ({
      path: `${name}.stone`,
      text: `namespace ${name}\nstruct T\n    f String\n`,
    }));
    const fixed = (imports: string): string | undefined =>
      fix([{ path: "a.stone", text: text(imports) }, ...others], only("import-order")).files[0]?.text;
    expect(fixed("import c\nimport b\n")).toBe(text("import b\nimport c\n"));
    const commented = "import c\n# Of b.\nimport b\n";
    expect(fixed(commented)).toBe(text(commented));
  });

  test("LINT-5: safe fixes remove empty arguments of parents and subtypes", () => {
    const text = stone`
      namespace demo
      struct S
          union
              t T()
          f String
      struct T extends S()
          g String
    `;
    expect(fix([{ path: "a.stone", text }], only("empty-arguments")).files[0]?.text).toBe(text.replaceAll("()", ""));
  });

  test("LINT-5: safe fixes remove a block of attributes with its head", () => {
    const text = stone`
      namespace demo
      route r (Void, Void, Void)
          "Does."

          attrs
              auth = "user"
              n = 1
      route s (Void, Void, Void)
    `;
    const schema = 'namespace stone_cfg\nstruct Route\n    auth String = "user"\n    n Int32 = 1\n';
    const { files } = fix(
      [
        { path: "a.stone", text },
        { path: "stone_cfg.stone", text: schema },
      ],
      only("redundant-attribute"),
    );
    expect(files[0]?.text).toBe('namespace demo\nroute r (Void, Void, Void)\n    "Does."\nroute s (Void, Void, Void)');
  });
});

test("DOC-6: doc-reference knows what the compiler accepts in texts that it does not compile", () => {
  const text = stone`
    namespace demo
    import b
    struct P
        inherited String
    alias A = S
    struct S extends P
        f String
        example default
            ":field:\`inherited\` :field:\`S.inherited\` :field:\`A.f\` :type:\`b.T\` :field:\`b.T.g\` :route:\`b.get:1\`"
            f = ""
            inherited = ""
        example wrong
            ":field:\`missing\`
            :type:\`A\`
            :type:\`demo.S\`
            :type:\`c.T\`
            :route:\`b.get:2\`"
            f = ""
            inherited = ""
  `;
  const other = "struct T\n    g String\nroute get (Void, Void, Void)\n";
  const files = [
    { path: "a.stone", text },
    { path: "b.stone", text: `namespace b\n${other}` },
    { path: "c.stone", text: `namespace c\n${other}` },
  ];
  const { findings } = lint(files, only("doc-reference"));
  expect(findings.map(({ message }) => message.replace(" does not resolve.", ""))).toEqual([
    ":field:`missing`",
    ":type:`A`",
    ":type:`demo.S`",
    ":type:`c.T`",
    ":route:`b.get:2`",
  ]);
});

test("doc-end: an escaped line break is no word, and other scripts have full stops too", () => {
  const text = 'namespace demo\n    "It ends.\\n"\nstruct S\n    "終わり。"\n    f String\n        "No end\\n"\n';
  const { files, findings } = fix([{ path: "a.stone", text }], only("doc-end"));
  expect(findings).toEqual([]);
  expect(files[0]?.text).toBe(text.replace("No end", "No end."));
});

test("doc-repeats-name: words of other scripts are words", () => {
  expect(
    linted('namespace demo\n    "The demo: é."\nstruct S\n    "The S."\n    f String\n', only("doc-repeats-name")),
  ).toEqual(["4 doc-repeats-name warning demo.S"]);
});

test("LINT-20: standard input has no name that could be wrong", () => {
  const findings = (path: string): readonly unknown[] =>
    lint([{ path, text: "namespace demo\n" }], only("file-name")).findings;
  expect(findings("other.stone")).toHaveLength(1);
  expect(findings("stdin.1")).toEqual([]);
});

test("LINT-20: routes whose names clash soon are named with their versions", () => {
  const text = "namespace demo\nroute copy:2 (Void, Void, Void)\nroute copy_v2 (Void, Void, Void)\n";
  expect(lint([{ path: "a.stone", text }], only("name-clash-soon")).findings).toMatchObject([
    { line: 3, message: expect.stringMatching(/^'copy_v2' is easily mistaken for 'copy:2'/) as string },
  ]);
});

test("LINT-20: what an alias among the roots leads to is used", () => {
  const text = "namespace demo\nalias Event = List(Changed)\nstruct Changed\n    f String\n";
  expect(linted(text, only("unused-type"))).toHaveLength(1);
  expect(linted(text, { preset: "none", rules: { "unused-type": ["warn", { roots: ["demo.Event"] }] } })).toEqual([]);
});

describe("LINT-6: the level of a rule", () => {
  const text = "namespace demo\nstruct S\n    fileName String\n";

  test("LINT-6: the level of a rule is that of the preset, of the rule, of the last override", () => {
    expect(linted(text, { rules: { "unused-type": "off" } })).toContain("3 field-name warning demo.S.fileName");
    expect(linted(text, { preset: "none", rules: { "field-name": "error" } })).toEqual([
      "3 field-name error demo.S.fileName",
    ]);
    const overrides = [
      { files: ["*.stone"], rules: { "field-name": "off" } },
      { files: ["{a,b}.stone"], rules: { "field-name": "info" } },
    ] as const;
    expect(linted(text, { preset: "none", overrides })).toEqual(["3 field-name info demo.S.fileName"]);
  });

  test("LINT-6: the level of a rule of an unknown rule or option is a problem, with a suggestion", () => {
    expect(problemsOfLint({ rules: { "feild-name": "warn" } })).toEqual([
      "There is no rule 'feild-name'. Did you mean 'field-name'?",
    ]);
    expect(problemsOfLint({ rules: { "boolean-trap": ["warn", { maxx: 3 }] } })).toEqual([
      "The rule 'boolean-trap' has no option 'maxx'. Did you mean 'max'?",
    ]);
    expect(problemsOfLint({ rules: { "boolean-trap": ["warn", { max: "3" }] } })).toEqual([
      "The option 'max' of 'boolean-trap' must be a number",
    ]);
    expect(problemsOfLint({ rules: { "boolean-trap": ["warn", { max: 3 }] } })).toEqual([]);
  });
});

test("LINT-7, LINT-8: an unused ignore is removed, alone or from a list", () => {
  const text = stone`
    namespace demo
    # ashlar-ignore field-name, type-name: on the wire
    struct S
        fileName String  # ashlar-ignore type-name: nothing
  `;
  const options: LintOptions = {
    preset: "none",
    rules: { "field-name": "warn", "type-name": "warn", "unused-ignore": "warn" },
  };
  expect(linted(text, options)).toEqual(["2 unused-ignore warning a.stone", "4 unused-ignore warning a.stone"]);
  expect(fix([{ path: "a.stone", text }], options).files[0]?.text).toBe(stone`
    namespace demo
    # ashlar-ignore field-name: on the wire
    struct S
        fileName String
  `);
});

test("LINT-8: a comment that names no rule ignores nothing", () => {
  const text = stone`
    # ashlar-ignore-file
    namespace demo
    # ashlar-ignore: we know
    struct S
        fileName String  # ashlar-ignore
    # ashlar-ignored is another word
    # ashlar-ignore field-name: on the wire
    struct T
        fileName String
  `;
  const options: LintOptions = { preset: "none", rules: { "field-name": "warn", "unused-ignore": "warn" } };
  expect(linted(text, options)).toEqual([
    "1 unused-ignore warning a.stone",
    "3 unused-ignore warning a.stone",
    "5 field-name warning demo.S.fileName",
    "5 unused-ignore warning a.stone",
  ]);
  expect(fix([{ path: "a.stone", text }], options).files[0]?.text).not.toMatch(/ashlar-ignore(?:-file)?(?:$|:)/m);
});

test("LINT-7: an ignore in a body ends with its construct", () => {
  const text = stone`
    namespace demo
    struct S
        # ashlar-ignore field-name: on the wire
        fileName String
            "One."
        fileSize UInt64
  `;
  expect(linted(text, only("field-name"))).toEqual(["6 field-name warning demo.S.fileSize"]);
});

describe("LINT-10: rules of your own", () => {
  const short = defineRule({
    id: "acme/short-names",
    level: "warn",
    doc: "A long name",
    check: ({ api, report }) => {
      for (const { name, types } of api.namespaces) {
        for (const type of types.filter((each) => each.name.length > 5)) {
          report({ target: `${name}.${type.name}`, message: `'${type.name}' is long.` });
        }
      }
    },
  });
  const text = "namespace demo\nstruct Short\n    f String\nstruct VeryLong\n    f String\n";

  test("LINT-10: custom rules report at a target, and have levels as others", () => {
    expect(linted(text, { preset: "none", custom: [short], rules: { "acme/short-names": "error" } })).toEqual([
      "4 acme/short-names error demo.VeryLong",
    ]);
  });

  test("LINT-10: custom rules that throw are one error, and the others run", () => {
    const broken = defineRule({
      id: "acme/broken",
      level: "error",
      doc: "Nothing",
      check: () => {
        throw new Error("Oh.");
      },
    });
    const options: LintOptions = { custom: [broken, short], rules: { "unused-type": "off" } };
    const { findings } = lint([{ path: "demo.stone", text }], options);
    expect(findings.filter(({ code }) => code.startsWith("acme/")).map(({ message }) => message)).toEqual([
      "The rule 'acme/broken' failed: Oh.",
      "'VeryLong' is long.",
    ]);
  });
});

test("LINT-13: stone_cfg is exempt but for names and documentation", () => {
  const text = 'namespace stone_cfg\nstruct Route\n    createdAt String\n    created_at String = "now"\n';
  const { findings } = lint([{ path: "stone_cfg.stone", text }], { preset: "all" });
  expect(findings.map(({ code }) => code).filter((code) => !code.startsWith("doc-"))).toEqual(["field-name"]);
});

test("LINT-22: no finding only follows from another", () => {
  const text = stone`
    namespace demo
    struct Unused
        f String
    struct Node
        next Node
    route r (Node, Void, Void)
        "Does."
  `;
  const codes = lint([{ path: "demo.stone", text }], { preset: "strict" }).findings.map(
    ({ code, target }) => `${code} ${target}`,
  );
  expect(codes).toContain("unused-type demo.Unused");
  expect(codes).not.toContain("doc-field demo.Unused.f");
  expect(codes).toContain("uninhabited-type demo.Node");
  expect(codes).not.toContain("missing-example demo.Node");
});

test("LINT-23: what the compiler warns about is not reported again", () => {
  const text = 'namespace demo\nunion U\n    a String = ""\n';
  expect(linted(text, only("value-half-matched"))).toEqual([]);
});

/** The targets of findings by rule. */
function targetsOf(findings: readonly LintFinding[]): Record<string, string[]> {
  const targets: Record<string, string[]> = {};
  for (const { code, target } of findings) {
    (targets[code] ??= []).push(target);
  }
  return targets;
}

describe("LINT-20: the findings in", () => {
  test.each(["spec", ...corpora.filter((name) => name !== "dropbox")])(
    "LINT-20: the findings in %s are as before",
    (name) => {
      const files = name === "spec" ? specFiles("spec") : corpusFiles(name);
      const counts = Object.entries(targetsOf(lint(files, { preset: "all" }).findings)).map(([rule, targets]) => [
        rule,
        targets.length,
      ]);
      expect({ recommended: targetsOf(lint(files).findings), all: Object.fromEntries(counts) }).toMatchSnapshot();
    },
  );
});

describe.each(["spec", "transit", "clinic", "corners", "wirelab"])("LINT-5: fixes of %s", (name) => {
  test("LINT-5: fixes change neither names nor messages, and leave no safe fix", () => {
    const before = name === "spec" ? specFiles("spec") : corpusFiles(name);
    const { files, findings } = fix(before, { preset: "all" });
    expect(findings.filter(({ fixes }) => fixes.some(({ safe }) => safe))).toEqual([]);
    expect(withoutTexts(files)).toBe(withoutTexts(before));
    const formatted = before.filter(({ text }) => format(text).text === text).map(({ path }) => path);
    for (const { path, text } of files.filter((file) => formatted.includes(file.path))) {
      expect({ path, text: format(text).text }).toEqual({ path, text });
    }
  });
});

/** The compiled API as JSON without documentation, imports and patterns, which fixes may change. */
function withoutTexts(files: Parameters<typeof compile>[0]): string {
  const { api, diagnostics } = compile(files);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return JSON.stringify(JSON.parse(api === undefined ? "" : toJson(api)), (key, value: unknown) =>
    ["doc", "rawDoc", "docParts", "imports", "pattern"].includes(key) ? undefined : value,
  );
}

// Expressions that try each position again would take minutes, and exceed the time limit of a test.
test.each([
  ["one word of a million letters", "x".repeat(1_000_000)],
  ["a million spaces", `x${" ".repeat(1_000_000)}y`],
  ["half a million escaped line ends", `a${"\\n".repeat(500_000)}x`],
  ["half a million escaped line ends after spaces", `a${" \\n".repeat(500_000)}x`],
  ["a million opening brackets", `${"[".repeat(1_000_000)}a](x`],
  ["links without ends", "[a](x".repeat(200_000)],
  ["backquotes without ends", "`".repeat(1_000_001)],
])("all rules look at documentation with %s", (_, documentation) => {
  expect(linted(`namespace demo\n\nstruct S\n    "${documentation}"\n    f String\n`, { preset: "all" })).not.toEqual(
    [],
  );
});

test("rules that know fields by name see camelCase as well", () => {
  const text =
    "namespace demo\nannotation Hidden = RedactedBlot()\nstruct A\n    createdAt String\n    ownerID UInt64\n" +
    "    totalPrice Float64\n    userEmail String\n    exposureTime UInt64\n";
  const rules = ["timestamp-type", "id-type", "money-type", "unredacted-personal-data"];
  const options: LintOptions = { preset: "none", rules: Object.fromEntries(rules.map((rule) => [rule, "warn"])) };
  expect(linted(text, options)).toEqual([
    "4 timestamp-type warning demo.A.createdAt",
    "5 id-type warning demo.A.ownerID",
    "6 money-type warning demo.A.totalPrice",
    "7 unredacted-personal-data warning demo.A.userEmail",
  ]);
});
