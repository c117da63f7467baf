import { describe, expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { stringValue } from "../../src/syntax/string-value.js";
import { apiOf, apiOfTexts, errorsOf, errorsOfTexts, fieldNamed, namesOf, typeNamed } from "../support/stone.js";
import { stone } from "../support/stone-text.js";

describe("text and lines", () => {
  test("LEX-1: a byte order mark is an illegal character on line 1", () => {
    expect(errorsOfTexts(["\ufeffnamespace t"])).toEqual(["1 illegal-character"]);
  });

  test("LEX-2: CR LF and a lone CR are line ends, inside of strings too", () => {
    const text = 'namespace t\n\nstruct S\n    "One\n    two."\n    f String\n';
    const expected = compile([{ path: "t.stone", text }]).ir;
    expect(expected).toBeDefined();
    for (const end of ["\r\n", "\r"]) {
      expect(compile([{ path: "t.stone", text: text.replaceAll("\n", end) }]).ir).toBe(expected);
    }
  });

  test.each(["f String", 'f String\n        "Doc."', "f String # comment", "f String\n    ", "f String\n# comment"])(
    "LEX-3: the last line needs no end: %j",
    (end) => {
      expect(namesOf(typeNamed(apiOfTexts([`namespace t\nstruct S\n    ${end}`]), "S").fields)).toEqual(["f"]);
    },
  );

  test("LEX-4: lines count from 1, and a token has the line on which it starts, also a string on several", () => {
    expect(errorsOfTexts([";"])).toEqual(["1 illegal-character"]);
    expect(errorsOfTexts(['namespace t\nalias A = Timestamp("\n\n", "x")\nalias B = Missing'])).toEqual([
      "2 too-many-type-arguments",
      "5 unknown-type",
    ]);
    const example = 'namespace t\nstruct S\n    f Int32\n    example d\n        f = "\n\n"';
    expect(errorsOfTexts([example])).toEqual(["5 example-value"]);
  });

  test("columns count UTF-16 code units, also after characters of two", () => {
    const [diagnostic] = compile([{ path: "t.stone", text: 'namespace t\nalias A = String("😀", ;)' }]).diagnostics;
    expect(diagnostic).toMatchObject({ line: 2, column: 24, endLine: 2, endColumn: 25 });
  });

  test("LEX-5: other white space than spaces and tabs is illegal", () => {
    for (const space of ["\u00a0", "\f", "\v", "\u3000"]) {
      expect(errorsOfTexts([`namespace t\nalias A =${space}String`])).toEqual(["2 illegal-character"]);
    }
    expect(errorsOfTexts(["namespace t\nalias\tA\t=\tString\t"])).toEqual([]);
  });

  test.each(["*", ";", "'", "+", "!", "%", "&", "<", "|", "$", "-", "\\", "é", "λ", "€", "😀"])(
    "LEX-6: %s begins nothing outside of strings and comments",
    (character) => {
      expect(errorsOfTexts([`namespace t\nstruct S\n    f String ${character}`])).toEqual(["3 illegal-character"]);
      expect(errorsOfTexts([`namespace t # ${character}\nalias A = String`])).toEqual([]);
    },
  );

  test("LEX-6: lexical errors of other definitions are reported as well", () => {
    expect(
      errorsOf(stone`
        alias A = String;
        struct S
            f Missing
        alias B = String!
      `),
    ).toEqual(["2 illegal-character", "4 unknown-type", "5 illegal-character"]);
  });
});

describe("comments", () => {
  test("LEX-7, LEX-9: a comment ends the line, except inside of a string", () => {
    const api = apiOf(stone`
      struct S # comment
          "a # b" # "c"
          f String#comment
    `);
    expect(typeNamed(api, "S").doc?.text).toBe("a # b");
  });

  test("LEX-8, LEX-10: the indentation of comments and blank lines means nothing, in lists and maps too", () => {
    const text = [
      "namespace t",
      "struct S",
      "  # odd",
      "    f Map(",
      " # odd",
      "        String,",
      "",
      "            # deep",
      "        String)",
      "    example default",
      "        f = {",
      "# at the margin",
      "",
      '            "a": "b",',
      "   # odd",
      '            "c": "d"',
      "        }",
    ].join("\n");
    expect(errorsOfTexts([text])).toEqual([]);
  });
});

describe("identifiers and keywords", () => {
  test("LEX-11: hyphens are part of identifiers, and case counts", () => {
    const api = apiOf(stone`
      struct a-b
          c- String
          _d9 String
          C- String
    `);
    expect(namesOf(typeNamed(api, "a-b").fields)).toEqual(["c-", "_d9", "C-"]);
  });

  const keywords =
    "alias annotation attrs by deprecated doc error example extends import namespace patch route struct " +
    "union union_closed true false null";
  const places = {
    "a namespace": (word: string) => [`namespace ${word}`],
    "a type": (word: string) => [`namespace t\nstruct ${word}\n    f String`],
    "an alias": (word: string) => [`namespace t\nalias ${word} = String`],
    "a field": (word: string) => [`namespace t\nstruct S\n    ${word} String\n    g String`],
    "an attribute": (word: string) => [`namespace t\nroute r(Void, Void, Void)\n    attrs\n        ${word} = 1`],
    "an annotation": (word: string) => [`namespace t\nannotation ${word} = Deprecated()`],
    "a keyword argument": (word: string) => [`namespace t\nalias A = String(${word}=1)`],
    "a label": (word: string) => [`namespace t\nstruct S\n    f String?\n    example ${word}`],
    "a route": (word: string) => [`namespace t\nroute ${word}(Void, Void, Void)`],
    "a tag that is referred to": (word: string) => [`namespace t\nunion U\n    a\nstruct S\n    f U = ${word}`],
  };

  test("LEX-12: keywords begin what they are for, and similar words are ordinary names", () => {
    const api = apiOf(stone`
      import u
      annotation Old = Deprecated
      annotation_type X
          p Int32 = 1
      alias A = String
      struct S extends u.Q
          f String?
          example d
              q = true
      patch struct S
          g String?
      union U
          a
      union_closed C
          a
      route r(Void, Void, Void) deprecated by r:2
      route r:2(Void, Void, Void)
          attrs
              scope = null
      namespace u
      struct Q
          q Boolean = false
      namespace stone_cfg
      struct Route
          scope String?
    `);
    expect(api.namespaces.map(({ name }) => name)).toEqual(["t", "u"]);
    for (const word of "version by_ Alias TRUE True none optional list map string enum class type function".split(
      " ",
    )) {
      expect([word, errorsOfTexts(places["a field"](word))]).toEqual([word, []]);
    }
  });

  test.each(Object.entries(places))("LEX-13: no reserved word can be the name of %s", (_place, specOf) => {
    for (const word of keywords.split(" ")) {
      expect([word, errorsOfTexts(specOf(word))]).toEqual([word, [expect.any(String)]]);
    }
  });

  test("LEX-13: annotation_type is an ordinary name on indented lines", () => {
    const api = apiOf(stone`
      struct S
          annotation_type String
      union U
          annotation_type
    `);
    expect(namesOf(typeNamed(api, "S").fields)).toEqual(["annotation_type"]);
  });

  test("LEX-13, LEX-15: after the first slash of a route words are free", () => {
    const api = apiOf(stone`
      route list/error/import(Void, Void, Void)
      route a//b/(Void, Void, Void)
    `);
    expect(namesOf(api.namespaces[0]?.routes ?? [])).toEqual(["a//b/", "list/error/import"]);
  });

  test("LEX-14, QUIRK-1: doc, error, alias and namespace do not start an example in a body", () => {
    for (const word of ["doc", "error", "alias", "namespace"]) {
      expect(
        errorsOf(stone`
          struct S
              f String
              ${word} String
        `),
      ).toEqual(["4 reserved-word"]);
    }
  });

  test("LEX-16: literal words end at word boundaries, and a hyphen is one", () => {
    expect(
      namesOf(
        typeNamed(
          apiOf(stone`
            struct S
                true_x String
                nullable String
          `),
          "S",
        ).fields,
      ),
    ).toEqual(["true_x", "nullable"]);
    expect(
      errorsOf(stone`
        struct S
            true-x String
      `),
    ).toEqual(["3 illegal-character"]);
  });

  test("LEX-17: a field may be called like a type", () => {
    expect(
      fieldNamed(
        apiOf(stone`
          struct S
              String Int32
        `),
        "S",
        "String",
      ).type,
    ).toEqual({ kind: "int32" });
  });
});

describe("numbers", () => {
  test.each([
    ["007", 7],
    ["-4", -4],
    ["-0", 0],
    ["9007199254740993", 9007199254740993n],
    ["18446744073709551615", 18446744073709551615n],
  ])("LEX-18: the integer %s is read", (text, value) => {
    const type = text.startsWith("-") ? "Int64" : "UInt64";
    expect(
      fieldNamed(
        apiOf(stone`
          struct S
              f ${type} = ${text}
        `),
        "S",
        "f",
      ).default,
    ).toBe(value);
  });

  test.each([
    ["1.", 1],
    ["-4.2", -4.2],
    ["1e5", 1e5],
    ["1.e5", 1e5],
    ["1.5e-3", 1.5e-3],
  ])("LEX-19: the float %s is read", (text, value) => {
    expect(
      fieldNamed(
        apiOf(stone`
          struct S
              f Float64 = ${text}
        `),
        "S",
        "f",
      ).default,
    ).toBe(value);
  });

  test.each([
    [".5", "unexpected-token"],
    ["1E5", "unexpected-token"],
    ["1e+5", "illegal-character"],
    ["+5", "illegal-character"],
    ["- 5", "illegal-character"],
    ["12abc", "unexpected-token"],
    ["1_000", "unexpected-token"],
    ["0x10", "unexpected-token"],
    ["١", "illegal-character"],
    ["1e999", "invalid-default"],
  ])("LEX-18 to LEX-20: %s is no number (%s)", (text, code) => {
    expect(
      errorsOf(stone`
        struct S
            f Float64 = ${text}
      `),
    ).toEqual([`3 ${code}`]);
  });

  test("LEX-19: an infinite bound of a float is no bound", () => {
    expect(
      fieldNamed(
        apiOf(stone`
          struct S
              f Float64(min_value=-1e999, max_value=1e999)
        `),
        "S",
        "f",
      ).type,
    ).toEqual({
      kind: "float64",
    });
  });
});

describe("string literals", () => {
  // `·` is a space, `⏎` a line feed.
  test.each([
    ["a⏎····b", "a⏎b"],
    ["a⏎········b", "a⏎····b"],
    ["a⏎··b", "a⏎··b"],
    ["⏎····text⏎····", "⏎text⏎"],
    ["a⏎⏎····b", "a⏎⏎b"],
    ["x\\n", "x"],
    ["x\\n····y", "x⏎y"],
    ["tab\\there", "tab\there"],
    ["", ""],
    ["\\d+", "d+"],
    ["\\\\d+", "\\d+"],
    ['\\"', '"'],
    ["\\/\\.\\u0041", "/.u0041"],
    ["\\😀", "😀"],
    ["a\v····b\f····c\u0085····d\u2028····e\u001c····f", "a⏎b⏎c⏎d⏎e⏎f"],
  ])("LEX-21: %j at level 1 is %j", (source, value) => {
    const shown = (text: string): string => text.replaceAll("·", " ").replaceAll("⏎", "\n");
    expect(stringValue(`"${shown(source)}"`, 1)).toBe(shown(value));
  });

  test("LEX-21: at level 0 nothing is removed", () => {
    expect(stringValue('"a\n    b"', 0)).toBe("a\n    b");
  });

  test("QUIRK-3: the indentation is removed at the start of a line only", () => {
    expect(stringValue('"a    b"', 1)).toBe("a    b");
  });

  test("LEX-21: strings next to each other are not joined, and no single quotes are known", () => {
    expect(
      errorsOf(stone`
        struct S
            f String = "a" "b"
      `),
    ).toEqual(["3 documentation-on-same-line"]);
    expect(
      errorsOf(stone`
        struct S
            f String = 'a'
      `),
    ).toEqual(["3 illegal-character"]);
  });

  test("E-LEX-2: an escape cannot be a line end, and a quote that nothing closes is reported alone", () => {
    expect(errorsOfTexts(['namespace t\nstruct S\n    "a\\\n    b"\n    f String'])).toEqual(["3 unterminated-string"]);
    expect(errorsOfTexts(['namespace t\nalias A = String(pattern="a)\nalias B = String!\nalias C = Missing'])).toEqual([
      "2 unterminated-string",
    ]);
  });

  test("a string that is closed too late is pointed to", () => {
    const text = 'namespace t\nstruct S\n    "Doc.\n    f String\n\nstruct Q\n    "Doc."\n    f S\n';
    for (const also of ["", '    "Q.\n']) {
      const { diagnostics } = compile([{ path: "t.stone", text: text + also }]);
      expect(diagnostics).toMatchObject([{ code: "unterminated-string", line: 3, column: 5 }]);
    }
  });
});

describe("indentation", () => {
  test("LEX-22, QUIRK-4: tabs cannot indent, not even four of them", () => {
    expect(errorsOfTexts(["namespace t\nstruct S\n\tf String"])).toEqual(["3 tab-indentation"]);
    expect(errorsOfTexts(["namespace t\nstruct S\n\t\t\t\tf String"])).toEqual(["3 tab-indentation"]);
    expect(errorsOfTexts(["namespace t\nalias A = String(\n\t\t\t\tmin_length=1)"])).toEqual(["3 tab-indentation"]);
  });

  test("LEX-23: indentation is a multiple of four; one report a definition is enough", () => {
    expect(errorsOfTexts(["namespace t\nstruct S\n  f String\n  g String\nstruct Q\n     f String"])).toEqual([
      "3 bad-indentation",
      "6 bad-indentation",
    ]);
  });

  test("LEX-24: blank lines at the beginning and between lines mean nothing", () => {
    expect(errorsOfTexts(["\n\n\nnamespace t\n\n\nstruct S\n\n\n    f String\n\n        \n    g String\n\n"])).toEqual(
      [],
    );
  });

  test("LEX-25: the indentation of a first line means nothing", () => {
    expect(errorsOfTexts(["    namespace t\nalias A = String"])).toEqual([]);
    expect(errorsOfTexts(["# comment\n        namespace t\nalias A = String"])).toEqual([]);
    expect(errorsOfTexts(["\n    namespace t\nalias A = String"])).toEqual(["2 unexpected-indentation"]);
  });

  test("LEX-26: the end of the file closes all open levels, with blank lines and comments before it or not", () => {
    for (const end of ["", "\n", "\n\n\n", "\n    ", "\n# comment", "\n            # comment"]) {
      const text = `namespace t\nstruct S\n    f U\n        "Doc."\n        union\n            a\n                "Deep."${end}`;
      const api = apiOfTexts([text, "namespace t\nalias A = S"]);
      expect(fieldNamed(api, "U", "a").doc?.text).toBe("Deep.");
    }
  });

  test("LEX-27: an indentation that is not expected is reported at its line, or before the blank lines above it", () => {
    expect(errorsOfTexts(["namespace t\nstruct S\n    f String\n            g String"])).toEqual([
      "4 unexpected-indentation",
    ]);
    expect(errorsOfTexts(["namespace t\nstruct S\n    f String\n\n\n            g String"])).toEqual([
      "3 unexpected-indentation",
    ]);
    expect(errorsOfTexts(["namespace t\nalias A = String\n    f String"])).toEqual([expect.stringMatching(/^3 /)]);
  });

  test("LEX-28: inside of parentheses lines are one level deeper than the line that began, at any depth", () => {
    expect(
      errorsOf(stone`
        struct S
            a UInt64(min_value=0,
                max_value=10)
            b UInt64(
                min_value=0
                )
      `),
    ).toEqual([]);
    expect(
      errorsOf(stone`
        struct S
            a List(List(
                String
                )
                )
      `),
    ).toEqual([]);
    expect(
      errorsOf(stone`
        struct S
            b UInt64(
                min_value=0
            )
      `),
    ).toEqual(["5 bad-continuation"]);
    expect(
      errorsOf(stone`
        struct S
            b List(List(
                    String))
      `),
    ).toEqual(["4 bad-continuation"]);
  });

  test("LEX-29: lists cannot span lines", () => {
    expect(
      errorsOf(stone`
        struct S
            f List(Int32)
            example d
                f = [1,
                    2]
      `),
    ).toEqual(["5 incomplete-line"]);
  });

  test("LEX-30: a parenthesis that is never closed is reported where it stands", () => {
    expect(errorsOf("alias A = String(min_length=1")).toEqual(["2 unclosed-parenthesis"]);
    expect(
      errorsOf(stone`
        alias A = String(min_length=1
        alias B = Missing
      `),
    ).toEqual(["2 unclosed-parenthesis", "3 unknown-type"]);
  });

  test("LEX-31: spaces around punctuation are free", () => {
    const api = apiOf(stone`
      import u
      struct S
          f u . Q ?
          g List ( String , min_items = 1 ) ?
      route r /sub : 2 ( Void,Void ,Void )
      namespace u
      struct Q
          f Map(String,Int32)
    `);
    expect(namesOf(typeNamed(api, "S").fields)).toEqual(["f", "g"]);
    expect(api.namespaces[0]?.routes[0]).toMatchObject({ name: "r/sub", version: 2 });
  });
});

describe("a string that is not closed is pointed to at its opening quote (E-LEX-2)", () => {
  const doc = '    "Documented, as it should be."\n';

  test.each([
    [
      "documentation",
      `namespace t\nstruct S\n    "Not closed.\n    f String\n        "Text of f."\n    g String\n${doc}`,
      3,
    ],
    [
      "documentation of a field",
      `namespace t\nstruct S\n${doc}    f String\n        "Not closed.\n\nstruct T\n${doc}    f String\n`,
      5,
    ],
    ["a pattern", `namespace t\nalias A = String(pattern="[a-z]+)\n${doc}\nstruct T\n${doc}    f String\n`, 2],
    ["a default", `namespace t\nstruct S\n    f String = "x\n${doc}    g String = "y"\n`, 3],
    [
      "an example",
      `namespace t\nstruct S\n    f String\n    example e\n        f = "x\n\nstruct T\n${doc}    f String\n`,
      5,
    ],
    ["the last string", `namespace t\nstruct T\n${doc}    f String\n        "Not closed.\n`, 5],
  ])("a string that is not closed is pointed to at its opening quote (E-LEX-2): %s", (_, text, line) => {
    expect(errorsOfTexts([text])).toEqual([`${line} unterminated-string`]);
  });
});

describe("a merge conflict has a hint of its own", () => {
  test("a merge conflict has a hint of its own in code, and other errors are reported", () => {
    const text =
      "namespace t\nstruct S\n<<<<<<< HEAD\n    f Strin\n||||||| base\n    f Int32\n=======\n    f Bytes\n>>>>>>> b\n\nstruct Other\n    g Nothing\n";
    expect(errorsOfTexts([text])).toEqual(["3 merge-conflict", "4 unknown-type", "12 unknown-type"]);
  });

  test("each merge conflict has a hint of its own, and so have markers that are left over", () => {
    const conflict = (name: string): string =>
      `<<<<<<< HEAD\nstruct ${name}\n    f String\n=======\nstruct ${name}\n    f Bytes\n>>>>>>> b\n`;
    expect(errorsOfTexts([`namespace t\n${conflict("A")}${conflict("B")}`])).toEqual([
      "2 merge-conflict",
      "9 merge-conflict",
    ]);
    expect(errorsOfTexts(["namespace t\nstruct S\n    f String\n>>>>>>> b\n"])).toEqual(["4 merge-conflict"]);
    expect(errorsOfTexts(["namespace t\nstruct S\n    f String\n=======\n"])).toEqual(["4 merge-conflict"]);
  });

  test("what looks like a merge conflict inside of documentation is text", () => {
    const doc = '    "Resolve this:\n<<<<<<< HEAD\n    a\n=======\n    b\n>>>>>>> b\n    "\n';
    expect(errorsOfTexts([`namespace t\nstruct S\n${doc}    f String\n`])).toEqual([]);
  });
});
