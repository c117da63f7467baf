import { describe, expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { fieldNamed, apiOf } from "../../support/stone.js";
import { specFiles, stone } from "../../support/stone-text.js";

// Many diagnostics give one of several reasons. The page of a code shows one of them; here are the others.

/** The messages of a specification's errors and warnings, each with the notes on other places. */
function messagesOf(spec: string): string[] {
  return compile(specFiles(spec)).diagnostics.flatMap(({ message, related = [] }) => [
    message,
    ...related.map((note) => `${note.line}: ${note.message}`),
  ]);
}

describe("the argument of a type (TYPE-3 to TYPE-12)", () => {
  test.each([
    ["Int32(min_value=1.5)", "The min_value of 'Int32' is not an integer."],
    ["Int32(max_value=null)", "The max_value of 'Int32' is not an integer."],
    ["Int32(min_value=-2147483649)", "The min_value of 'Int32' is less than -2147483648, the minimum of the type."],
    ["Int32(max_value=2147483648)", "The max_value of 'Int32' is greater than 2147483647, the maximum of the type."],
    ["UInt32(min_value=-1)", "The min_value of 'UInt32' is less than 0, the minimum of the type."],
    ["UInt32(max_value=4294967296)", "The max_value of 'UInt32' is greater than 4294967295, the maximum of the type."],
    [
      "Int64(min_value=-9223372036854775809)",
      "The min_value of 'Int64' is less than -9223372036854775808, the minimum of the type.",
    ],
    [
      "Int64(max_value=9223372036854775808)",
      "The max_value of 'Int64' is greater than 9223372036854775807, the maximum of the type.",
    ],
    ["UInt64(min_value=-1)", "The min_value of 'UInt64' is less than 0, the minimum of the type."],
    [
      "UInt64(max_value=18446744073709551616)",
      "The max_value of 'UInt64' is greater than 18446744073709551615, the maximum of the type.",
    ],
    ['Float64(min_value="x")', "The min_value of 'Float64' is not a number."],
    ["Float64(max_value=true)", "The max_value of 'Float64' is not a number."],
    [`Float64(min_value=1${"0".repeat(400)})`, "The min_value of 'Float64' is too large for a floating-point type."],
    [`Float64(max_value=-1${"0".repeat(400)})`, "The max_value of 'Float64' is too large for a floating-point type."],
    ["Float64(min_value=1e999)", "The min_value of 'Float64' excludes every value."],
    ["Float64(max_value=-1e999)", "The max_value of 'Float64' excludes every value."],
    [
      "Float32(min_value=-3.4028200000000005e38)",
      "The min_value of 'Float32' is less than -3.40282e+38, the minimum of the type.",
    ],
    [
      "Float32(max_value=3.4028200000000005e38)",
      "The max_value of 'Float32' is greater than 3.40282e+38, the maximum of the type.",
    ],
    ["String(min_length=-1)", "The min_length of 'String' is negative."],
    ["String(max_length=0)", "The max_length of 'String' is less than 1."],
    ["String(max_length=1.0)", "The max_length of 'String' is not an integer."],
    ["String(min_length=2, max_length=1)", "The max_length of 'String' is less than min_length."],
    ["String(pattern=5)", "The pattern of 'String' is not a string."],
    ["List(String, min_items=-1)", "The min_items of 'List' is negative."],
    ["List(String, max_items=0)", "The max_items of 'List' is less than 1."],
    ["List(String, min_items=3, max_items=2)", "The max_items of 'List' is less than min_items."],
    ["Timestamp(5)", "The format of 'Timestamp' is not a string."],
    ["Timestamp(String)", "The format of 'Timestamp' is not a string."],
    ["List()", "'List' requires the type of its items."],
    ["Timestamp", "'Timestamp' requires a format."],
    ["Map", "'Map' requires the type of its keys and the type of its values."],
    ["Map(String)", "'Map' requires the type of its values."],
    ["List(String, data_type=String)", "The argument 'data_type' of 'List' must be positional."],
    ['Timestamp("%Y", fmt="%Y")', "The argument 'fmt' of 'Timestamp' must be positional."],
    ["Map(String, String, key_data_type=String)", "The argument 'key_data_type' of 'Map' must be positional."],
    ["Map(String, String, value_data_type=String)", "The argument 'value_data_type' of 'Map' must be positional."],
    ["String(min_len=1)", "'String' has no argument 'min_len'. Did you mean 'min_length'?"],
    ["Map(String, 5)", "Expected a type, found a value."],
    ["Map(5, String)", "Expected a type, found a value."],
  ])("the argument of the type %s is reported (TYPE-3 to TYPE-12): %s", (type, message) => {
    expect(messagesOf(`struct S\n    f ${type}`)).toEqual([message]);
  });

  test.each([
    ["Int32(min_value=-2147483648, max_value=2147483647)", { kind: "int32", min: -2147483648, max: 2147483647 }],
    ["UInt32(min_value=0, max_value=4294967295)", { kind: "uint32", min: 0, max: 4294967295 }],
    [
      "Int64(min_value=-9223372036854775808, max_value=9223372036854775807)",
      { kind: "int64", min: -9223372036854775808n, max: 9223372036854775807n },
    ],
    ["UInt64(min_value=0, max_value=18446744073709551615)", { kind: "uint64", min: 0, max: 18446744073709551615n }],
    ["Float32(min_value=-3.40282e38, max_value=3.40282e38)", { kind: "float32", min: -3.40282e38, max: 3.40282e38 }],
    ["Float64(min_value=-1e999, max_value=1e999)", { kind: "float64" }],
  ])("the bounds of the type %s may be the limits of the type", (written, type) => {
    expect(fieldNamed(apiOf(`struct S\n    f ${written}`), "S", "f").type).toEqual(type);
  });
});

test.each(
  (
    "array List, binary Bytes, bool Boolean, bytearray Bytes, char String, date Timestamp, datetime Timestamp, dict Map, " +
    "double Float64, float Float64, int Int32, integer Int64, long Int64, none Void, number Float64, set List, " +
    "str String, text String, time Timestamp, uint UInt32, uuid String, UUID String, DateTime Timestamp"
  )
    .split(", ")
    .map((pair) => pair.split(" ")),
)("%s is what other languages call the type %s", (foreign, name) => {
  expect(messagesOf(`struct S\n    f ${foreign}`)).toEqual([`No type is named '${foreign}'. Did you mean '${name}'?`]);
});

describe("a built-in annotation (ANN-2)", () => {
  test.each([
    ['Deprecated("x")', "Deprecated takes no arguments."],
    ['Preview("x")', "Preview takes no arguments."],
    ["Omitted()", "Omitted requires an argument."],
    ['Omitted("a", "b")', "Omitted takes only one argument."],
    ['Omitted(caller="a")', "Omitted has no argument 'caller'."],
    ["Omitted(omitted_caller=1)", "Omitted takes a string argument."],
    ["Omitted(String)", "Omitted takes a string argument."],
    ['RedactedBlot("a", "b")', "RedactedBlot takes only one argument."],
    ['RedactedBlot(pattern="a")', "RedactedBlot has no argument 'pattern'."],
    ['RedactedHash("a", "b")', "RedactedHash takes only one argument."],
    ["RedactedHash(regex=1)", "RedactedHash takes a string argument."],
  ])("the built-in annotation %s is reported (ANN-2): %s", (annotation, message) => {
    expect(messagesOf(`annotation A = ${annotation}`)).toEqual([message]);
  });

  test.each([
    ['Omitted(omitted_caller="internal")', { kind: "omitted", caller: "internal" }],
    ['RedactedBlot(regex="(.).*")', { kind: "redactedBlot", regex: "(.).*" }],
    ['RedactedHash(regex="(.).*")', { kind: "redactedHash", regex: "(.).*" }],
  ])("the built-in annotation %s takes its argument by keyword, too (ANN-2)", (written, annotation) => {
    const [namespace] = apiOf(`annotation A = ${written}`).namespaces;
    expect(namespace?.annotations).toEqual([expect.objectContaining(annotation)]);
  });

  test("a built-in annotation belongs to no namespace", () => {
    const spec = stone`
      import u
      annotation A = u.RedactedBlot("x")
      namespace u
      struct S
          f String
    `;
    expect(messagesOf(spec)).toEqual(["No annotation type is named 'RedactedBlot'."]);
  });

  test.each([
    ["Preview()", "'f' already has a Preview annotation."],
    ["Deprecated()", "'f' already has a Deprecated annotation."],
    ['Omitted("x")', "'f' already has an Omitted annotation."],
    ["RedactedBlot()", "'f' already has a redactor."],
  ])("the built-in annotation %s is reported if it is there twice: %s", (annotation, message) => {
    const spec = stone`
      annotation A = ${annotation}
      struct S
          f String
              @A
              @A
    `;
    expect(messagesOf(spec)).toEqual([message]);
  });
});

test("the notice of Preview stands before the documentation of its field (ANN-9)", () => {
  const spec = stone`
    annotation A = Preview()
    struct S
        f String
            @A
            "A field."
  `;
  const { doc } = fieldNamed(apiOf(spec), "S", "f");
  expect(doc?.text).toBe("Field is in preview mode - do not rely on in production. A field.");
});

test("a word is not the argument of an annotation (ANN-7)", () => {
  const spec = stone`
    annotation_type X
        p String
    annotation A = X(high)
  `;
  expect(messagesOf(spec)).toEqual([
    "The value of 'p' does not match its type: expected a string in double quotes, found the word 'high'.",
  ]);
});

describe("a default (DEF-2)", () => {
  test.each([
    ["Boolean = 1", "expected true or false, found the integer 1."],
    ["String = 1.5", "expected a string in double quotes, found the number 1.5."],
    ['Timestamp("%Y") = true', "expected a string in double quotes, found true."],
    ["Bytes = 7", "expected a string in double quotes, found the integer 7."],
    ['Float32 = "x"', 'expected a number, found the string "x".'],
    ['Float64 = "x"', 'expected a number, found the string "x".'],
    ["Int32 = word", "expected an integer, found the word 'word'."],
    ["Int32 = null", "expected an integer, found null."],
    [`String(max_length=1) = "${"x".repeat(60)}"`, `"${"x".repeat(60)}" has length 60, but max_length is 1.`],
    [`String(max_length=1) = "${"x".repeat(61)}"`, `"${"x".repeat(60)}…" has length 61, but max_length is 1.`],
  ])("the default %s is reported (DEF-2): %s", (written, reason) => {
    expect(messagesOf(`struct S\n    f ${written}`)).toEqual([`The default of 'f' does not match its type: ${reason}`]);
  });
});

describe("a default whose type is a union (DEF-3)", () => {
  test.each([
    ["U = zzz", ["'U' has no tag 'zzz'.", "7: 'U' is declared here"]],
    ["U = othr", ["'U' has no tag 'othr'. Did you mean 'other'?", "7: 'U' is declared here"]],
    ["C = othr", ["'C' has no tag 'othr'.", "9: 'C' is declared here"]],
    ["U = 5", ["The default of 'f' does not match its type: expected a tag of 'U', found the integer 5."]],
    ['U = "a"', [`The default of 'f' does not match its type: expected a tag of 'U', found the string "a".`]],
  ])("the default %s whose type is a union is reported (DEF-3)", (written, messages) => {
    const spec = stone`
      struct S
          f ${written}
      # Both have a tag without a value.

      # The first is open.
      union U
          a
      union_closed C
          a
    `;
    expect(messagesOf(spec)).toEqual(messages);
  });
});

describe("a value in an example (EX-5)", () => {
  test.each([
    ["List(String)", "5", "expected a list, found the integer 5."],
    ["List(Void)", "[5]", "expected null, found the integer 5."],
    ["List(String)", '{"a": "b"}', "expected a list, found a map."],
    ["Map(String, String)", "5", "expected a map, found the integer 5."],
    ["Map(String, String)", '["a"]', "expected a map, found a list."],
    ["Map(String, String)", '{5: "x"}', "the key of a map must be a string, not the integer 5."],
    ["Int32", '{"a": "b"}', "expected an integer, found a map."],
    ["Int32", "[1]", "expected an integer, found a list."],
    ["Int32", "null", "null is not allowed here."],
    ["List(String, min_items=2)", '["a"]', "the list has length 1, but min_items is 2."],
    ["List(String, max_items=1)", '["a", "b"]', "the list has length 2, but max_items is 1."],
    ["Map(String(max_length=1), String)", '{"ab": "a"}', 'the key "ab" has length 2, but max_length is 1.'],
  ])("a value in an example of the type %s, given %s, is reported (EX-5): %s", (type, value, reason) => {
    const spec = stone`
      struct S
          f ${type}
          example default
              f = ${value}
    `;
    expect(messagesOf(spec)).toEqual([`The value of 'f' does not match its type: ${reason}`]);
  });
});

describe("a struct cannot extend", () => {
  test.each([
    ["U", "A struct cannot extend 'U', which is a union."],
    ["C", "A struct cannot extend 'C', which is a closed union."],
    ["List(String)", "A struct cannot extend 'List', which is a list."],
    ["Map(String, String)", "A struct cannot extend 'Map', which is a map."],
    ["String", "A struct cannot extend 'String', which is a primitive."],
    ["Void", "A struct cannot extend 'Void', which is Void."],
    ["Z", "'Z' is an annotation, not a type."],
    ["X", "'X' is an annotation type, not a type."],
    ["r", "'r' is a route, not a type."],
    ["u", "'u' is a namespace, not a type."],
  ])("a struct cannot extend %s: %s", (parent, message) => {
    const spec = stone`
      import u
      union U
          a
      union_closed C
          a
      annotation Z = Deprecated()
      annotation_type X
          p String
      route r(Void, Void, Void)
      struct S extends ${parent}
          f u.V
      namespace u
      struct V
          f String
    `;
    expect(messagesOf(spec)[0]).toBe(message);
  });
});

describe("a reference in documentation", () => {
  test.each([
    [":type:`r`", "'r' is a route, not a type."],
    [":type:`u`", "'u' is not a known struct or union."],
    [":type:`uu.V`", "No file declares the namespace 'uu'."],
    [":field:`accounts.W.f`", "No file declares the namespace 'accounts'. Did you mean 'account'?"],
    [":route:`S.get`", "'S' is a struct, not a namespace."],
    [":type:`Wide`", "'Wide' is not a known struct or union. Did you mean 'account.Wide'?"],
    [":type:`account.Wide`", "The namespace 'account' is not imported here."],
    [":type:`Int32`", "'Int32' is a built-in type, not a struct or union."],
    [":type:`Z`", "'Z' is an annotation, not a struct or union."],
    [":field:`Z.p`", "'Z' is an annotation, not a struct or union."],
    [":field:`A.f`", "'A' is an alias, not a struct or union."],
    [":route:`S`", "'S' is a struct, not a route."],
    [":route:`A`", "'A' is an alias, not a route."],
    [":route:`r:2`", "The route 'r' has no version '2'."],
    [":route:`r:x`", "The route 'r' has no version 'x'."],
    [":route:`r2`", "The route 'r2' has no version '1'."],
    [":field:`Open.othr`", "'Open' has no field 'othr'. Did you mean 'other'?"],
    [":field:`Closed.othr`", "'Closed' has no field 'othr'."],
    [":val:`x1`", "'x1' is not a literal."],
    [":val:`1x`", "'1x' is not a literal."],
    [":val:`nullx`", "'nullx' is not a literal."],
    [":link:` a`", "' a' is not a title followed by a space and a URL."],
    [":link:`ab `", "'ab ' is not a title followed by a space and a URL."],
  ])("the reference %s in documentation is reported: %s", (reference, message) => {
    const spec = stone`
      import u
      struct S
          "See ${reference}."
          f u.V
      alias A = String
      annotation Z = Deprecated()
      union Open
          a
      union_closed Closed
          a
      route r(Void, Void, Void)
      route r2:2(Void, Void, Void)
      namespace u
      struct V
          f String
      namespace account
      struct Wide
          f String
    `;
    expect(messagesOf(spec)).toContain(message);
  });

  test.each([":link:`ab c`", ":val:`-12.50`", ":val:`1.`", ":val:`1e-10`", ":val:`12e10`", ":val:`null`"])(
    "the reference %s in documentation is correct",
    (reference) => {
      expect(messagesOf(`struct S\n    "See ${reference}."\n    f String`)).toEqual([]);
    },
  );
});

describe("a name that is unknown", () => {
  test.each([
    ["f Strng", ["No type is named 'Strng'. Did you mean 'String'?"]],
    ["f Baar", ["No type is named 'Baar'. Did you mean 'Bar'?"]],
    ["f u.Fooo", ["No type is named 'Fooo'. Did you mean 'Foo'?"]],
    ["f u.Baar", ["No type is named 'Baar'. Did you mean 't.Bar'?", "3: declared in the namespace 't'"]],
    ["f Fooo", ["No type is named 'Fooo'. Did you mean 'u.Foo'?", "3: declared in the namespace 'u'"]],
    ["f Foo", ["No type is named 'Foo'. Did you mean 'u.Foo'?", "3: declared in the namespace 'u'"]],
    ["f u.int", ["No type is named 'int'."]],
    ["f u", ["'u' is a namespace, not a type."]],
    ["f Bar.Foo", ["'Bar' is a struct, not a namespace.", "3: declared here"]],
    ["f w.Foo", ["No file declares the namespace 'w'."]],
  ])(
    "a name that is unknown is compared with the names in that namespace, then with those of others: %s",
    (field, messages) => {
      const spec = stone`
      import u
      struct Bar
          b u.Foo
      struct S
          ${field}
      namespace u
      # Types of another namespace.
      struct Foo
          f String
    `;
      expect(messagesOf(spec)).toEqual(messages);
    },
  );

  test("a name that is unknown of an annotation or its type is compared with those of the namespace before the dot", () => {
    const spec = stone`
      import u
      annotation Importunate = Deprecated()
      annotation_type Importent
          p String
      annotation A = u.Importnt("x")
      annotation B = Importnt("x")
      struct S
          f String
              @u.Importan
          g String
              @Importunat
      namespace u
      annotation_type Important
          p String
      annotation Importanc = Deprecated()
    `;
    expect(messagesOf(spec)).toEqual([
      "No annotation type is named 'Importnt'. Did you mean 'Important'?",
      "No annotation type is named 'Importnt'. Did you mean 'Importent'?",
      "No annotation is named 'Importan'. Did you mean 'Importanc'?",
      "No annotation is named 'Importunat'. Did you mean 'Importunate'?",
    ]);
  });

  test.each([
    ["a", "list_foldr", "This namespace has no route 'list_foldr'. Did you mean 'list_folder:2'?"],
    ["a", "list_folder:3", "This namespace has no route 'list_folder:3'. Did you mean 'list_folder:2'?"],
    ["a", "copy_fil", "This namespace has no route 'copy_fil'. Did you mean 'copy_file'?"],
  ])(
    "a name that is unknown of the route that replaces %s is compared with the routes and their versions: %s",
    (route, by, message) => {
      const spec = stone`
      route ${route}(Void, Void, Void) deprecated by ${by}
      route list_folder:2(Void, Void, Void)
      route copy_file(Void, Void, Void)
    `;
      expect(messagesOf(spec)).toEqual([message]);
    },
  );

  test("a name that is unknown of a field in an example is compared with the fields that the example lacks, and else with all", () => {
    const spec = stone`
      struct S
          display_name String
          display_names String
          example default
              display_name = "a"
              display_nam = "b"
          example other
              display_name = "a"
              display_names = "b"
              display_nam = "c"
    `;
    expect(messagesOf(spec)).toEqual([
      "'S' has no field 'display_nam'. Did you mean 'display_names'?",
      "'S' has no field 'display_nam'. Did you mean 'display_name'?",
    ]);
  });

  test.each([8, 9, 10])("a name that is unknown of an example comes with the labels that exist: %i", (count) => {
    const labels = Array.from({ length: count }, (_, index) => `label${index}`);
    const examples = labels.map((label) => `    example ${label}\n        f = "x"\n`).join("");
    const spec = `struct Bar\n    f String\n${examples}struct S\n    b Bar\n    example default\n        b = zzz\n`;
    const shown = count > 8 ? `${labels.slice(0, 8).join(", ")} and ${count - 8} more` : labels.join(", ");
    expect(messagesOf(spec)).toEqual(["'Bar' has no example 'zzz'.", `2: existing examples: ${shown}`]);
  });

  test("the unknown name of an example of a union comes with tags that have no value, and one without examples is named", () => {
    const spec = stone`
      struct Bar
          f String
      union U
          a
          b String
          example one
              b = "x"
      struct S
          b Bar
          u U
          example default
              b = none
              u = two
    `;
    expect(messagesOf(spec)).toEqual([
      "'Bar' has no example 'none'.",
      "2: has no examples",
      "'U' has no example 'two'.",
      "4: existing examples: one, a, other",
    ]);
  });

  test("a name that is unknown of an example in a patch comes with the labels that exist, if there are any", () => {
    const spec = stone`
      struct S
          f String
          example one
              f = "a"
          example two
              f = "b"
      struct Bar
          f String
      patch struct S
          example three
              f = "c"
      patch struct Bar
          example three
              f = "c"
    `;
    expect(messagesOf(spec)).toEqual([
      "'S' has no example 'three' to add to.",
      "2: existing examples: one, two",
      "'Bar' has no example 'three' to add to.",
    ]);
  });
});

describe("an attribute of a route (ATTR-5, ATTR-6)", () => {
  test.each([
    ["level = usr", ["The tag 'usr' of 'Auth' does not exist (did you mean 'user'?).", "2: 'Auth' is declared here"]],
    ["level = zzzzzz", ["The tag 'zzzzzz' of 'Auth' does not exist.", "2: 'Auth' is declared here"]],
    ["level = team", ["The tag 'team' of 'Auth' carries a value.", "2: 'Auth' is declared here"]],
    [
      "level = 5",
      ["The value of the attribute 'level' does not match its type: expected a tag of 'Auth', found the integer 5."],
    ],
    [
      "count = w",
      ["The value of the attribute 'count' does not match its type: expected an integer, found the word 'w'."],
    ],
    ["limit = null", []],
    ["limit = true", ["The value of the attribute 'limit' does not match its type: expected an integer, found true."]],
    ["place = 5", ["The attribute 'place' is a struct, which has no literal form."]],
    ["place = word", ["The attribute 'place' is a struct, which has no literal form."]],
    ["place = null", []],
    ["nams = 5", ["Routes have no attribute 'nams'. Did you mean 'names'?"]],
    ["names = 5", ["The attribute 'names' is a list, which has no literal form."]],
  ])("the attribute %s of a route is reported (ATTR-5, ATTR-6)", (attribute, messages) => {
    const spec = stone`
      route r(Void, Void, Void)
          attrs
              ${attribute}
      namespace u
      union Auth
          user
          team String
      struct Other
          f String
      namespace stone_cfg
      import u
      alias Count = Int32?
      struct Route
          level u.Auth = user
          count Int32 = 4
          place u.Other?
          names List(String)?
          limit Count
    `;
    expect(messagesOf(spec)).toEqual(messages);
  });
});

test("a patch cannot apply to a route", () => {
  const spec = stone`
    patch struct r
        f String
    route r(Void, Void, Void)
  `;
  expect(messagesOf(spec)).toEqual(["'r' is a route and cannot be patched like this."]);
});

test("a misspelt field of an example is suggested one, also where the type is mentioned by a broken route", () => {
  const spec = stone`
    struct S
        title String
        example default
            titel = "x"
    route r(S, S)
  `;
  expect(messagesOf(spec)[0]).toBe("'S' has no field 'titel'. Did you mean 'title'?");
});

describe("what mentions a definition that could not be read is not wrong for that (PHASE-1)", () => {
  const unreadable = [
    ["a struct", "struct Lost\n    f String String"],
    ["a union", "union Lost\n    f String String"],
    ["an alias", "alias Lost = String String"],
    ["an annotation", "annotation Lost = Deprecated(5 5)"],
    ["an annotation type", "annotation_type Lost\n    p String String"],
    ["a route", "route Lost(Void Void, Void)"],
    ["an import", "import Lost Lost"],
  ] as const;
  const mentions = [
    'struct S\n    ":type:`Lost` :field:`Lost.f` :route:`Lost` :route:`Lost:2` :type:`Lost.V` :route:`Lost.r`"\n    f String',
    "struct S\n    f Lost",
    "struct S\n    f Lost.V",
    "struct S extends Lost\n    example default\n        x = 5",
    "struct S extends Lost\n    f String\nstruct R\n    s S\n    example default\n        s = none",
    'struct S extends Lost\n    ":field:`x`"\n    f String',
    "struct S\n    l Lost\n    example default\n        l = none",
    "struct S\n    l Lost = none",
    "struct S\n    f String\n        @Lost",
    'annotation A = Lost("x")',
    "route r(Lost, Void, Void)",
    "route r(Void, Void, Void) deprecated by Lost",
    "patch struct Lost\n    g String",
  ];

  test.each(unreadable)(
    "what mentions a definition that could not be read is not wrong for that (PHASE-1): %s",
    (_, definition) => {
      for (const mention of mentions) {
        const spec = `${definition}\n\n${mention}`;
        expect(
          compile(specFiles(spec)).diagnostics.map(({ line }) => line),
          spec,
        ).toEqual([definition.includes("\n") ? 3 : 2]);
      }
    },
  );

  test("what mentions a definition is not wrong where the namespace of its file could not be read (PHASE-1)", () => {
    for (const mention of mentions) {
      const files = [
        { path: "t.stone", text: `namespace t\nimport u\n${mention}` },
        { path: "u.stone", text: "namespace u v\nstruct Lost\n    f String" },
      ];
      expect(
        compile(files).diagnostics.map(({ file }) => file),
        mention,
      ).toEqual(["u.stone"]);
    }
  });
});
