import { describe, expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { printPackage } from "../../generator/emit/print-package.js";
import { trimLines, unwrap } from "../../../src/compiler/semantics/doc-text.js";
import { specFiles, stone } from "../../support/stone-text.js";
import { apiOf, errorsOf, errorsOfTexts, fieldNamed, typeNamed } from "../../support/stone.js";

describe("documentation", () => {
  test.each([
    ["a\nb", "a b"],
    ["a\n\nb", "a\nb"],
    ["a\n\n\nb", "a\n\nb"],
    ["\ntext\n", "text"],
    ["a\n    b", "a     b"],
    ["  a  \n  b  ", "a   b"],
    ["", ""],
  ])("DOC-2: the documentation %j becomes %j", (raw, processed) => {
    expect(unwrap(raw)).toBe(processed);
  });

  test("DOC-1: the raw text of documentation has no white space at the ends of its lines", () => {
    expect(trimLines("a  \n\tb\t\n\u00a0")).toBe("a\n\tb\n");
  });

  test("DOC-1, DOC-3: documentation may stand in each place that takes it, and empty documentation is there", () => {
    const api = apiOf(stone`
      namespace t
          "n"
      struct S
          ""
          f String
              "f"
      alias A = String
          "a"
      route r(Void, Void, Void)
          "r"
      annotation_type X
          "x"
          p String
              "p"
    `);
    const [t] = api.namespaces;
    expect(typeNamed(api, "S").doc).toEqual({ raw: "", text: "", parts: [] });
    expect(
      [t?.doc, fieldNamed(api, "S", "f").doc, t?.aliases[0]?.doc, t?.routes[0]?.doc].map((doc) => doc?.text),
    ).toEqual(["n\n", "f", "a", "r"]);
    expect(t?.annotationTypes[0]).toMatchObject({ doc: { text: "x" }, params: [{ doc: { text: "p" } }] });
  });

  const context = stone`
    struct S2 extends S
        own String
    alias A = S
    alias B = String
    union U
        tag
    route rr/x:2(Void, Void, Void)
    import u
    namespace u
    struct Q
        x String
    route far(Void, Void, Void)
  `;

  test.each([
    [":type:`S`", { kind: "type", namespace: "t", name: "S" }],
    [":type:`u.Q`", { kind: "type", namespace: "u", name: "Q" }],
    [":field:`f`", { kind: "field", type: { namespace: "t", name: "S" }, field: "f" }],
    [":field:`S2.f`", { kind: "field", type: { namespace: "t", name: "S2" }, field: "f" }],
    [":field:`A.f`", { kind: "field", type: { namespace: "t", name: "S" }, field: "f" }],
    [":field:`U.other`", { kind: "field", type: { namespace: "t", name: "U" }, field: "other" }],
    [":field:`u.Q.x`", { kind: "field", type: { namespace: "u", name: "Q" }, field: "x" }],
    [":route:`rr/x:2`", { kind: "route", namespace: "t", name: "rr/x", version: 2 }],
    [":route:`u.far`", { kind: "route", namespace: "u", name: "far", version: 1 }],
    [":link:`two words http://x/`", { kind: "link", title: "two words", url: "http://x/" }],
    [":val:`-1.5e-3`", { kind: "val", value: "-1.5e-3" }],
    [':val:`\\"a b\\"`', { kind: "val", value: '"a b"' }],
    [":val:`null`", { kind: "val", value: "null" }],
  ])("DOC-6: the reference %s is resolved", (reference, part) => {
    const api = apiOf(stone`
      struct S
          "See ${reference}."
          f String
      ${context}
    `);
    expect(typeNamed(api, "S").doc?.parts).toEqual(["See ", part, "."]);
  });

  test.each([
    ":Type:`S`",
    ":type:`B`",
    ":type:`A`",
    ":type:`u.Zz`",
    ":type:`a.b.c`",
    ":type:``",
    ":type:`t.S`",
    ":field:`zz`",
    ":field:`S.zz`",
    ":field:`B.f`",
    ":field:`a.b.c.d`",
    ":route:`rr`",
    ":route:`rr/x`",
    ":route:`rr/x:2:3`",
    ":route:`u.far:x`",
    ":route:`S`",
    ":link:`a http://x/`",
    ":link:`title `",
    ":val:`1.e5+`",
    ":val:`True`",
    ":[:`x`",
  ])("DOC-6: the reference %s is refused", (reference) => {
    expect(
      errorsOf(stone`
        struct S
            "See ${reference}."
            f String
        ${context}
      `),
    ).toEqual([expect.stringMatching(/^3 /)]);
  });

  test.each([":type:T", ":route:list`", ": type:`S`", ":type :`S`", ":a1:`S`"])(
    "DOC-4: %s is ordinary text",
    (text) => {
      expect(
        errorsOf(stone`
          struct S
              "See ${text}."
              f String
        `),
      ).toEqual([]);
    },
  );

  test("DOC-7: errors are reported at the reference itself, in all documentation that is checked", () => {
    const doc = '"Fine. :type:`Zz`"';
    const text = `namespace t\nstruct S\n    ${doc}\n    f String\n        ${doc}\nroute r(Void, Void, Void)\n    ${doc}`;
    const { diagnostics } = compile([{ path: "t.stone", text }]);
    expect(diagnostics.map(({ line, column, endColumn }) => [line, column, endColumn])).toEqual([
      [3, 12, 22],
      [5, 16, 26],
      [7, 12, 22],
    ]);
  });

  test("DOC-8: references remain in the text, and become links and names in the comments of generated code", async () => {
    const api = apiOf(stone`
      struct Book
          "See :type:\`Shelf\`, :field:\`title\` and :link:\`the manual https://example.com/\`."
          title String
      struct Shelf
          books List(Book)
    `);
    expect(typeNamed(api, "Book").doc?.text).toBe(
      "See :type:`Shelf`, :field:`title` and :link:`the manual https://example.com/`.",
    );
    const files = await printPackage(api);
    expect(files.find(({ path }) => path === "src/t/types.ts")?.text).toContain(
      "/** See {@link Shelf}, `title` and [the manual](https://example.com/). */",
    );
  });

  test("DOC-4: a reference may be broken over lines, and each wrong one is pointed to where it is", () => {
    const text =
      'namespace t\nstruct S\n    "See :link:`the\n    manual http://x/`,\n    :type:`No\n    Such` and :type:`Zz` and\n    :val:`\\"a\\" b`, :type:`Zz`."\n    f String';
    const { diagnostics } = compile([{ path: "t.stone", text }]);
    expect(diagnostics.map(({ line, column, endLine, endColumn }) => [line, column, endLine, endColumn])).toEqual([
      [5, 5, 6, 10],
      [6, 15, 6, 25],
      [7, 5, 7, 19],
      [7, 21, 7, 31],
    ]);
  });

  test("a wrong reference is underlined in its whole length", () => {
    const name = "Zz".repeat(50_000);
    const text = `namespace t\nstruct S\n    "See :type:\`${name}\`, :type:\`${name}\`\n    and :type:\`No\`."\n    f String`;
    const { diagnostics } = compile([{ path: "t.stone", text }]);
    expect(diagnostics.map(({ line, column, endLine, endColumn }) => [line, column, endLine, endColumn])).toEqual([
      [3, 10, 3, 100_018],
      [3, 100_020, 3, 200_028],
      [4, 9, 4, 19],
    ]);
  });

  test("a wrong reference is found among escapes, odd white space and a namespace's own notices", () => {
    const text =
      'namespace t\nannotation Old = Deprecated()\nstruct S\n    f String\n        @Old\n        "\\t\\n \\a\u00a0\u2028 \\\\ :type:`N\\o`."';
    const { diagnostics } = compile([{ path: "t.stone", text }]);
    expect(diagnostics.map(({ line, column, endColumn }) => [line, column, endColumn])).toEqual([[6, 23, 34]]);
  });

  test("DOC-5: references in fields, tags and routes are checked, in the schema not", () => {
    const bad = '":type:`Zz`"';
    expect(
      errorsOf(
        stone`
          struct S
              f String
                  ${bad}
          union U
              a
                  ${bad}
          route r(Void, Void, Void)
              ${bad}
        `,
      ),
    ).toEqual(["4 doc-not-a-type", "7 doc-not-a-type", "9 doc-not-a-type"]);
    expect(errorsOfTexts([`namespace stone_cfg\nstruct Route\n    ${bad}\n    a String?\n        ${bad}`])).toEqual([]);
  });

  test("a reference in documentation that is not checked and cannot be resolved stays text", () => {
    const api = apiOf(["alias A = String", '    "See :type:`Zz` and :val:`1`."'].join("\n"));
    expect(api.namespaces[0]?.aliases[0]?.doc?.parts).toEqual([
      "See :type:`Zz` and ",
      { kind: "val", value: "1" },
      ".",
    ]);
    expect(compile(specFiles(["alias A = String", '    "See :type:`Zz`."'].join("\n"))).diagnostics).toEqual([]);
  });
});
