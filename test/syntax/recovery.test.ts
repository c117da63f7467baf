import { describe, expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";

/** The line and the code of everything that is reported of a text, which stands below `namespace files`. */
function report(text: string): string[] {
  const { diagnostics } = compile([{ path: "files.stone", text: `namespace files\n${text}` }]);
  return diagnostics.map(({ line, code }) => `${line} ${code}`);
}

describe("after a mistake of syntax the other mistakes of the definition are reported", () => {
  test.each([
    ["a field that is indented too little", "struct S\n    a String\n   b String\n    c Strin\n    d\n"],
    ["a field that is indented too far", "struct S\n    a String\n     b String\n    c Strin\n    d\n"],
    ["a first field with two spaces", "struct S\n  a String\n    b String\n    c Strin\n    d\n"],
    ["a first field with three spaces", 'struct S\n   a String\n        "Doc."\n    c Strin\n    d\n'],
    ["a field that is indented with a tab", "struct S\n\ta String\n    b String\n    c Strin\n    d\n"],
    ["a line that cannot be read", "struct S\n    a String\n    b String String\n    c Strin\n    d\n"],
    ["an illegal character", "struct S\n    a String;\n    b String\n    c Strin\n    d\n"],
    ["a reserved word", "struct S\n    a String\n    by String\n    c Strin\n    d\n"],
  ])("the other mistakes of a definition are reported after a mistake of syntax: %s", (_, text) => {
    expect(report(text).slice(-2)).toEqual(["5 unknown-type", "6 field-without-type"]);
    expect(report(text)).toHaveLength(3);
  });

  test("a wrongly indented line is read like the others", () => {
    expect(report("struct S\n    a String\n   b Strin\n")).toEqual(["4 bad-indentation", "4 unknown-type"]);
  });

  test("a definition that has mistakes of syntax is suggested for a misspelt name, too", () => {
    const { diagnostics } = compile([
      { path: "files.stone", text: "namespace files\nstruct Book\n   a String\nalias A = Bok\n" },
    ]);
    expect(diagnostics[1]?.message).toBe("No type is named 'Bok'. Did you mean 'Book'?");
  });

  test("the other mistakes of a definition are reported after several lines that cannot be read", () => {
    expect(report("union U\n    a b c\n    ok\n    d: String\n    e String[]\n")).toEqual([
      "3 unexpected-token",
      "5 unexpected-colon",
      "6 square-brackets",
    ]);
  });

  test("the other mistakes of a route are reported after parts that cannot be read", () => {
    const text =
      'route get(Void, Voi, Void)\n  "Doc."\n    attrs\n        x = 1\n        y = [1]\n        z = 2\nalias A = Strin\n';
    expect(report(text)).toEqual(["2 unknown-type", "3 bad-indentation", "6 list-not-here", "8 unknown-type"]);
  });

  test("the fields after a wrong indentation in an inline definition are checked", () => {
    const text = "struct S\n    a A\n        union\n            x\n           y Strin\n            z Int3\n";
    expect(report(text)).toEqual(["6 bad-indentation", "6 unknown-type", "7 unknown-type"]);
  });

  test("the defaults and the documentation of a definition with a wrong indentation are checked", () => {
    const text = 'struct S\n   a Int32 = "x"\n    b String\n        "See :type:`Nope` and :field:`a`."\n';
    expect(report(text)).toEqual(["3 bad-indentation", "3 invalid-default", "5 doc-not-a-type"]);
  });

  test("a misspelt type is reported in the next struct, too, after a wrong indentation", () => {
    expect(report("struct S\n   a Strin\nstruct T\n    b Strin\n")).toEqual([
      "3 bad-indentation",
      "3 unknown-type",
      "5 unknown-type",
    ]);
  });
});

describe("one mistake is reported once", () => {
  test.each([
    [
      "two spaces everywhere",
      'struct S\n  a String\n    "Doc."\n  b Int32\n\n  example default\n    a = "x"\n    b = 1\n',
    ],
    [
      "three spaces everywhere",
      'struct S\n   a String\n      "Doc."\n   b Int32\n\n   example default\n      a = "x"\n',
    ],
    ["tabs everywhere", 'struct S\n\ta String\n\t\t"Doc."\n\tb Int32\n\n\texample default\n\t\ta = "x"\n'],
    ["two spaces in a route", 'route r(Void, Void, Void)\n  "Doc."\n'],
    ["a body that consists of one wrong line", "struct S\n    a String String\n"],
    ["entries of an example that cannot be read", "struct S\n    a String\n    example default\n        a: 1\n"],
    [
      "fields that others refer to",
      'struct S\n    a String\n    b Int32 Int32\n        "Doc."\n    example default\n        a = "x"\n        b = 3\nstruct T extends S\n    "See :field:`S.b` and :field:`b`."\n    c S\n    example default\n        a = "x"\n        b = 3\n        c = default\n',
    ],
    [
      "tags that others refer to",
      "union U\n    a\n    b b b\nstruct T\n    u U = b\n    v U = zzz\n    example default\n        u = b\n",
    ],
    [
      "types that may be declared in a line that cannot be read",
      "struct S\n    a A String\n        struct\n            b String\nstruct T\n    a A\n",
    ],
    [
      "a type that is declared without a name",
      "struct S\n   a A\n        struct\n            b String\nstruct T\n    a A\n",
    ],
    ["a parent that cannot be read", "struct S extends A.b.c\n    a String\n    example default\n        z = 1\n"],
    [
      "subtypes that cannot be read",
      "struct S\n    union\n        t T T\n    a String\nstruct T extends S\n    b String\n",
    ],
    [
      "patches that cannot be read",
      "struct S\n    a String\npatch struct S\n    b String String\n    example default\n        b = 1\n",
    ],
    [
      "a successor that cannot be read",
      "route list/all(Void Void Void)\nroute old(Void, Void, Void) deprecated by list/all\n",
    ],
    [
      "the rest of a file after an open quote",
      'struct S\n    a String\n        "Doc.\n    b Strin\nstruct T\n    c Int3\n',
    ],
    ["a parenthesis that is not closed", "struct S\n    a List(String\n    b Int32\n    c Int32\n"],
  ])("one mistake of syntax is reported once: %s", (_, text) => {
    expect(report(text)).toHaveLength(1);
  });

  test("an annotation type that cannot be read has no wrong parameters elsewhere", () => {
    expect(report('annotation_type A\n    a String\n    b b b\nannotation B = A(a="x", b="y")\n')).toHaveLength(1);
  });

  test("a schema that cannot be read makes no attribute unknown", () => {
    const { diagnostics } = compile([
      { path: "stone_cfg.stone", text: "namespace stone_cfg\nstruct Route\n    a String\n    b b b\n" },
      { path: "files.stone", text: "namespace files\nroute r(Void, Void, Void)\n    attrs\n        b = 1\n" },
    ]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["unexpected-token"]);
  });

  test("attributes that cannot be read are not missing", () => {
    const { diagnostics } = compile([
      { path: "stone_cfg.stone", text: "namespace stone_cfg\nstruct Route\n    a String\n" },
      { path: "files.stone", text: "namespace files\nroute r(Void, Void, Void)\n    attrs\n        a: 1\n" },
    ]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["unexpected-colon"]);
  });
});

test.each([
  ["alias , A = String", "unexpected-token"],
  ['import "doc"', "unexpected-token"],
  ["import a, b", "unexpected-comma"],
  ['struct S "doc"', "documentation-on-same-line"],
  ['struct S\n    a B\n        union "doc"\n            c', "documentation-on-same-line"],
])(
  "what stands in the place of a name is reported as such, and what follows a complete line as that: %s",
  (text, code) => {
    const { diagnostics } = compile([{ path: "t.stone", text: `namespace t\n${text}\n` }]);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
  },
);
