import { describe, expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { specFiles, stone } from "../../support/stone-text.js";

// The errors of the language reference (`docs/language/errors.md`), row by row: rule, specification, place and code of the diagnostic. The line is
// Stone's, or one of those that the description of the IR JSON calls as good.
const catalogue: readonly (readonly [rule: string, spec: string, place: string, code: string])[] = [
  [
    "E-LEX-1",
    stone`
      struct S
          f String;
    `,
    "t:3",
    "illegal-character",
  ],
  ["E-LEX-2", 'alias A = Timestamp("%Y)', "t:2", "unterminated-string"],
  [
    "E-LEX-3",
    stone`
      struct S
        f String
    `,
    "t:3",
    "bad-indentation",
  ],
  [
    "E-LEX-4",
    stone`
      alias A = String(
      min_length=1)
    `,
    "t:3",
    "bad-continuation",
  ],
  ["E-LEX-5", "alias A = String)", "t:2", "unmatched-parenthesis"],
  [
    "E-SYN-1",
    stone`
      strct S
          f String
    `,
    "t:2",
    "unknown-definition",
  ],
  [
    "E-SYN-2",
    stone`
      struct S
          f String


                  "d"
    `,
    "t:3",
    "unexpected-indentation",
  ],
  [
    "E-SYN-3",
    stone`
      route r(Void, Void, Void)
          attrs
    `,
    "t:3",
    "missing-body",
  ],
  ["E-SYN-4", "struct S", "t:2", "missing-body"],
  ["E-SYN-5", "alias A", "t:2", "incomplete-line"],
  ["E-SYN-6", "doc A = String", "t:2", "unknown-definition"],
  [
    "E-SYN-7",
    stone`
      struct S
          by String
    `,
    "t:3",
    "reserved-word",
  ],
  [
    "E-SYN-8",
    stone`
      alias A = String(min_length=1,
          min_length=2)
    `,
    "t:2",
    "duplicate-argument",
  ],
  [
    "E-SYN-9",
    stone`
      struct A
          f String
      struct B extends A?
          g String
    `,
    "t:4",
    "nullable-parent",
  ],
  ["E-SYN-10", "route r:0(Void, Void, Void)", "t:2", "invalid-version"],
  [
    "E-SYN-11",
    stone`
      route r(Void, Void, Void)
          attrs
              a = 1
              a = 2
    `,
    "t:5",
    "duplicate-attribute",
  ],
  [
    "E-SYN-12",
    stone`
      struct S
          example d
          example d
    `,
    "t:4",
    "duplicate-example",
  ],
  [
    "E-SYN-13",
    stone`
      struct S
          f String
          example d
              f = "a"
              f = "b"
    `,
    "t:6",
    "duplicate-example-field",
  ],
  [
    "E-SYN-14",
    stone`
      struct S
          f Map(String, String)
          example d
              f = {["a"]: "b"}
    `,
    "t:5",
    "invalid-map-key",
  ],
  [
    "E-DECL-3",
    stone`
      struct S
          f String
      union S
          a
    `,
    "t:4",
    "duplicate-name",
  ],
  [
    "E-DECL-4",
    stone`
      struct Int32
          f String
    `,
    "t:2",
    "builtin-redefined",
  ],
  [
    "E-DECL-5",
    stone`
      route r(Void, Void, Void)
      struct r
          f String
    `,
    "t:3",
    "duplicate-name",
  ],
  [
    "E-DECL-6",
    stone`
      route r(Void, Void, Void)
      route r:1(Void, Void, Void)
    `,
    "t:3",
    "duplicate-route",
  ],
  [
    "E-DECL-7",
    stone`
      struct r
          f String
      route r(Void, Void, Void)
    `,
    "t:4",
    "duplicate-name",
  ],
  [
    "E-DECL-8",
    stone`
      struct FooBar
          f String
      alias foo_bar = String
    `,
    "t:4",
    "similar-name",
  ],
  [
    "E-DECL-9",
    stone`
      struct T
          f String
    `,
    "t:2",
    "named-like-namespace",
  ],
  [
    "E-DECL-10",
    stone`
      annotation a_b = Deprecated()
      struct AB
          f String
    `,
    "t:3",
    "similar-name",
  ],
  ["E-DECL-11", 'annotation A = Omitted("x", omitted_caller="y")', "t:2", "mixed-arguments"],
  ["E-DECL-12", "annotation A = Omitted()", "t:2", "builtin-annotation-arguments"],
  ["E-DECL-13", "annotation A = t.X()", "t:2", "own-qualifier"],
  [
    "E-DECL-14",
    stone`
      annotation_type Preview
          p String
    `,
    "t:2",
    "builtin-annotation-redefined",
  ],
  [
    "E-DECL-15",
    stone`
      annotation_type T1
          p String
              @X
    `,
    "t:3",
    "annotated-parameter",
  ],
  [
    "E-DECL-16",
    stone`
      annotation_type T1
          p Void
    `,
    "t:3",
    "parameter-without-type",
  ],
  [
    "E-DECL-17",
    stone`
      annotation_type T1
          p
    `,
    "t:3",
    "parameter-without-type",
  ],
  [
    "E-DECL-18",
    stone`
      annotation_type T1
          p String? = "a"
    `,
    "t:3",
    "nullable-parameter-default",
  ],
  [
    "E-DECL-19",
    stone`
      annotation_type T1
          p List(String)
    `,
    "t:3",
    "parameter-type",
  ],
  [
    "E-DECL-20",
    stone`
      annotation_type T1
          p Int32 = "a"
    `,
    "t:3",
    "invalid-parameter-default",
  ],
  [
    "E-DECL-21",
    stone`
      annotation_type T1
          p Int32
          p Int32
    `,
    "t:4",
    "duplicate-parameter",
  ],
  [
    "E-DECL-22",
    stone`
      annotation_type T1
          p Later
      struct Later
          f String
    `,
    "t:3",
    "parameter-type",
  ],
  ["E-IMP-1", "import t", "t:2", "import-self"],
  ["E-IMP-2", "import nowhere", "t:2", "unknown-namespace"],
  [
    "E-IMP-3",
    stone`
      import u
      namespace u

      import t
    `,
    "u:3",
    "circular-import",
  ],
  [
    "E-PATCH-1",
    stone`
      patch struct S
          f String
    `,
    "t:2",
    "patch-unknown",
  ],
  [
    "E-PATCH-2",
    stone`
      alias S = String
      patch struct S
          f String
    `,
    "t:3",
    "patch-kind",
  ],
  [
    "E-PATCH-3",
    stone`
      union_closed U1
          a
      patch union U1
          b
    `,
    "t:4",
    "patch-openness",
  ],
  [
    "E-PATCH-4",
    stone`
      struct S
          f String
      patch struct S
          f Int32
    `,
    "t:5",
    "patch-field-exists",
  ],
  [
    "E-PATCH-5",
    stone`
      struct S
          f String
      patch struct S
          g String?
          example d
              g = "x"
    `,
    "t:6",
    "patch-example-unknown",
  ],
  ["E-ANN-1", "annotation A = q.X()", "t:2", "unknown-namespace"],
  [
    "E-ANN-2",
    stone`
      struct Q
          f String
      annotation A = Q.X()
    `,
    "t:4",
    "not-a-namespace",
  ],
  ["E-ANN-3", "annotation A = X()", "t:2", "unknown-annotation-type"],
  [
    "E-ANN-4",
    stone`
      struct X
          f String
      annotation A = X()
    `,
    "t:4",
    "not-an-annotation-type",
  ],
  [
    "E-ANN-5",
    stone`
      annotation_type X
          p String
      annotation A = X("a", "b")
    `,
    "t:4",
    "too-many-arguments",
  ],
  [
    "E-ANN-6",
    stone`
      annotation_type X
          p String
      annotation A = X(q="a")
    `,
    "t:4",
    "unknown-parameter",
  ],
  [
    "E-ANN-7",
    stone`
      annotation_type X
          p String
      annotation A = X(5)
    `,
    "t:4",
    "invalid-argument",
  ],
  [
    "E-ANN-8",
    stone`
      annotation_type X
          p String
      annotation A = X()
    `,
    "t:4",
    "missing-argument",
  ],
  [
    "E-REF-1",
    stone`
      struct S
          f q.T1
    `,
    "t:3",
    "unknown-namespace",
  ],
  [
    "E-REF-2",
    stone`
      struct Q
          f String
      struct S
          f Q.T1
    `,
    "t:5",
    "not-a-namespace",
  ],
  [
    "E-REF-3",
    stone`
      struct S
          f Missing
    `,
    "t:3",
    "unknown-type",
  ],
  ["E-REF-4", "alias A = Void?", "t:2", "nullable-void"],
  [
    "E-REF-5",
    stone`
      route rr(Void, Void, Void)
      alias A = rr
    `,
    "t:3",
    "not-a-type",
  ],
  [
    "E-REF-6",
    stone`
      alias A = String
      alias B = A(min_length=1)
    `,
    "t:3",
    "arguments-on-named-type",
  ],
  [
    "E-REF-7",
    stone`
      alias A = String?
      struct S
          f A?
    `,
    "t:4",
    "nullable-twice",
  ],
  [
    "E-REF-8",
    stone`
      struct A
          example d
      struct B extends C
          f String
      struct C extends B
          g String
    `,
    "t:6",
    "circular-inheritance",
  ],
  ["E-REF-9", "alias A = List()", "t:2", "missing-type-argument"],
  ["E-REF-10", "alias A = String(5)", "t:2", "too-many-type-arguments"],
  ["E-REF-11", "alias A = String(len=5)", "t:2", "unknown-type-argument"],
  ["E-REF-12", "alias A = List(String, data_type=String)", "t:2", "positional-by-keyword"],
  ["E-REF-13", "alias A = Int32(max_value=2147483648)", "t:2", "invalid-type-argument"],
  ["E-REF-13a", "alias A = Int64(min_value=1.0)", "t:2", "invalid-type-argument"],
  ["E-REF-13b", "alias A = UInt32(min_value=-1)", "t:2", "invalid-type-argument"],
  ["E-REF-13c", "alias A = UInt64(max_value=18446744073709551616)", "t:2", "invalid-type-argument"],
  ["E-REF-13d", 'alias A = Float64(min_value="a")', "t:2", "invalid-type-argument"],
  ["E-REF-13e", "alias A = Float32(max_value=3.5e38)", "t:2", "invalid-type-argument"],
  ["E-REF-13f", "alias A = String(max_length=1.5)", "t:2", "invalid-type-argument"],
  ["E-REF-13g", "alias A = String(min_length=-1)", "t:2", "invalid-type-argument"],
  ["E-REF-13h", "alias A = String(max_length=0)", "t:2", "invalid-type-argument"],
  ["E-REF-13i", "alias A = String(min_length=5, max_length=3)", "t:2", "invalid-type-argument"],
  ["E-REF-13j", "alias A = String(pattern=5)", "t:2", "invalid-type-argument"],
  ["E-REF-13k", 'alias A = String(pattern="a(")', "t:2", "invalid-pattern"],
  ["E-REF-13l", "alias A = Timestamp(5)", "t:2", "invalid-type-argument"],
  ["E-REF-13m", "alias A = List(String, min_items=-1)", "t:2", "invalid-type-argument"],
  ["E-REF-13n", "alias A = List(String, max_items=0)", "t:2", "invalid-type-argument"],
  ["E-REF-13o", "alias A = List(String, min_items=3, max_items=2)", "t:2", "invalid-type-argument"],
  ["E-REF-13p", "alias A = Map(Int32, String)", "t:2", "map-key-type"],
  ["E-REF-14", 'alias A = List(String, min_items="a")', "t:2", "invalid-type-argument"],
  [
    "E-AREF-1",
    stone`
      struct S
          f String
              @q.X
    `,
    "t:4",
    "unknown-namespace",
  ],
  [
    "E-AREF-2",
    stone`
      struct S
          f String
              @S.X
    `,
    "t:4",
    "not-a-namespace",
  ],
  [
    "E-AREF-3",
    stone`
      struct S
          f String
              @X
    `,
    "t:4",
    "unknown-annotation",
  ],
  [
    "E-AREF-4",
    stone`
      struct X
          z String
      struct S
          f String
              @X
    `,
    "t:6",
    "not-an-annotation",
  ],
  [
    "E-AREF-5",
    stone`
      annotation D = Deprecated()
      struct S
          f String
              @D
              @D
    `,
    "t:6",
    "annotation-twice",
  ],
  [
    "E-AREF-6",
    stone`
      annotation D = Preview()
      struct S
          f String
              @D
              @D
    `,
    "t:6",
    "annotation-twice",
  ],
  [
    "E-AREF-7",
    stone`
      annotation D = Deprecated()
      annotation Pv = Preview()
      struct S
          f String
              @D
              @Pv
    `,
    "t:7",
    "deprecated-and-preview",
  ],
  [
    "E-AREF-8",
    stone`
      annotation D = Omitted("i")
      struct S
          f String
              @D
              @D
    `,
    "t:6",
    "annotation-twice",
  ],
  [
    "E-AREF-9",
    stone`
      annotation D = RedactedBlot()
      struct S
          f String
              @D
              @D
    `,
    "t:6",
    "annotation-twice",
  ],
  [
    "E-AREF-10",
    stone`
      annotation D = Deprecated()
      alias A = String
          @D
    `,
    "t:4",
    "annotation-on-alias",
  ],
  [
    "E-AREF-11",
    stone`
      annotation D = RedactedBlot()
      alias A = String
          @D
          @D
    `,
    "t:5",
    "annotation-twice",
  ],
  [
    "E-ALIAS-1",
    stone`
      alias A = B
      alias B = A
    `,
    "t:3",
    "circular-alias",
  ],
  [
    "E-STRUCT-1",
    stone`
      struct A
          f String
      alias B = A
      struct C extends B
          g String
    `,
    "t:5",
    "extends-alias",
  ],
  [
    "E-STRUCT-2",
    stone`
      union U1
          a
      struct C extends U1
          g String
    `,
    "t:4",
    "extends-wrong-kind",
  ],
  [
    "E-STRUCT-3",
    stone`
      struct S
          f
    `,
    "t:3",
    "field-without-type",
  ],
  [
    "E-STRUCT-4",
    stone`
      struct S
          f String? = "a"
    `,
    "t:3",
    "nullable-with-default",
  ],
  [
    "E-STRUCT-5",
    stone`
      struct S
          f String
          f String
    `,
    "t:4",
    "duplicate-field",
  ],
  [
    "E-STRUCT-6",
    stone`
      struct A
          f String
      struct B extends A
          f String
    `,
    "t:5",
    "inherited-field",
  ],
  [
    "E-UNION-1",
    stone`
      union A
          f
      alias B = A
      union C extends B
          g
    `,
    "t:5",
    "extends-alias",
  ],
  [
    "E-UNION-2",
    stone`
      struct A
          f String
      union C extends A
          g
    `,
    "t:4",
    "extends-wrong-kind",
  ],
  [
    "E-UNION-3",
    stone`
      union_closed C
          other
    `,
    "t:3",
    "tag-other",
  ],
  [
    "E-UNION-4",
    stone`
      union C
          a Void
    `,
    "t:3",
    "explicit-void",
  ],
  [
    "E-UNION-5",
    stone`
      union A
          a
      union_closed B extends A
          b
    `,
    "t:4",
    "closed-extends-open",
  ],
  [
    "E-UNION-6",
    stone`
      union A
          a
          a
    `,
    "t:4",
    "duplicate-field",
  ],
  [
    "E-UNION-7",
    stone`
      union A
          a
      union B extends A
          a
    `,
    "t:5",
    "inherited-field",
  ],
  [
    "E-DEF-1",
    stone`
      struct S
          f Int32 = "a"
    `,
    "t:3",
    "invalid-default",
  ],
  [
    "E-DEF-2",
    stone`
      struct S
          f U1 = z
      union U1
          a
    `,
    "t:3",
    "unknown-default-tag",
  ],
  [
    "E-DEF-3",
    stone`
      struct S
          f U1 = a
      union U1
          a String
    `,
    "t:3",
    "default-tag-with-value",
  ],
  [
    "E-DEF-4",
    stone`
      struct S
          f U1 = 5
      union U1
          a
    `,
    "t:3",
    "invalid-default",
  ],
  [
    "E-DEF-5",
    stone`
      struct S
          f List(String) = "a"
    `,
    "t:3",
    "default-impossible",
  ],
  [
    "E-DEF-6",
    stone`
      struct S
          f Float64 = null
    `,
    "t:3",
    "invalid-default",
  ],
  [
    "E-DEF-7",
    stone`
      struct S
          f Float64(max_value=1) = 2
    `,
    "t:3",
    "invalid-default",
  ],
  [
    "E-SUB-1",
    stone`
      struct R
          union
              f F
    `,
    "t:4",
    "unknown-type",
  ],
  [
    "E-SUB-2",
    stone`
      struct R
          union
              f String
    `,
    "t:4",
    "subtype-not-struct",
  ],
  [
    "E-SUB-3",
    stone`
      struct A
          z String
      struct R extends A
          union
              f F
      struct F extends R
          y String
    `,
    "t:4",
    "subtypes-of-child",
  ],
  [
    "E-SUB-4",
    stone`
      struct R
          union
              f F
              g F
      struct F extends R
          y String
    `,
    "t:5",
    "duplicate-subtype",
  ],
  [
    "E-SUB-5",
    stone`
      struct R
          union
              f F
      struct F
          y String
    `,
    "t:4",
    "subtype-not-child",
  ],
  [
    "E-SUB-6",
    stone`
      struct R
          union
              f F
          f String
      struct F extends R
          y String
    `,
    "t:5",
    "subtype-tag-is-field",
  ],
  [
    "E-SUB-7",
    stone`
      struct R
          union
              f F
              f G
      struct F extends R
          y String
      struct G extends R
          z String
    `,
    "t:5",
    "duplicate-subtype-tag",
  ],
  [
    "E-SUB-8",
    stone`
      struct R
          union
              f F
      struct F extends R
          y String
      struct G extends R
          z String
    `,
    "t:2",
    "subtype-missing",
  ],
  [
    "E-SUB-9",
    stone`
      struct R
          union
              f F
      struct F extends R
          y String
      struct G extends F
          z String
    `,
    "t:5",
    "subtype-extended",
  ],
  [
    "E-CFG-1",
    stone`
      namespace stone_cfg
      route r(Void, Void, Void)
    `,
    "t:2",
    "route-in-stone-cfg",
  ],
  [
    "E-CFG-2",
    stone`
      namespace stone_cfg
      struct Rt
          f String
    `,
    "t:2",
    "type-in-stone-cfg",
  ],
  [
    "E-CFG-3",
    stone`
      namespace stone_cfg
      union Route
          a
      namespace u
      route r(Void, Void, Void)
    `,
    "t:2",
    "type-in-stone-cfg",
  ],
  ["E-ROUTE-1", "route r(Void, Void, Void) deprecated by q", "t:2", "unknown-successor"],
  [
    "E-ROUTE-2",
    stone`
      struct Q
          f String
      route r(Void, Void, Void) deprecated by Q
    `,
    "t:4",
    "successor-not-route",
  ],
  ["E-ROUTE-3", "route r(Void, Void)", "t:2", "route-types"],
  [
    "E-ATTR-1",
    stone`
      route r(Void, Void, Void)
      namespace stone_cfg
      struct Route
          a String
    `,
    "t:2",
    "missing-attribute",
  ],
  [
    "E-ATTR-2",
    stone`
      route r(Void, Void, Void)
          attrs
              a = 5
      namespace stone_cfg
      struct Route
          a String
    `,
    "t:4",
    "invalid-attribute",
  ],
  [
    "E-ATTR-3",
    stone`
      union U1
          p
      route r(Void, Void, Void)
          attrs
              a = "p"
      namespace stone_cfg
      import t
      struct Route
          a t.U1
    `,
    "t:6",
    "invalid-attribute",
  ],
  [
    "E-ATTR-4",
    stone`
      union U1
          p String
      route r(Void, Void, Void)
          attrs
              a = p
      namespace stone_cfg
      import t
      struct Route
          a t.U1
    `,
    "t:6",
    "attribute-tag",
  ],
  [
    "E-ATTR-6",
    stone`
      route r(Void, Void, Void)
          attrs
              a = "x"
      namespace stone_cfg
      struct Route
          a List(String)
    `,
    "t:4",
    "attribute-impossible",
  ],
  [
    "E-EX-1",
    stone`
      struct S
          example d
              z = 1
    `,
    "t:4",
    "example-unknown-field",
  ],
  [
    "E-EX-2",
    stone`
      struct S
          f String
          example d
    `,
    "t:4",
    "example-missing-field",
  ],
  [
    "E-EX-3",
    stone`
      struct S
          f Int32
          example d
              f = "a"
    `,
    "t:5",
    "example-value",
  ],
  [
    "E-EX-4",
    stone`
      struct S
          f Q
          example d
              f = 5
      struct Q
          g String
    `,
    "t:5",
    "example-needs-label",
  ],
  [
    "E-EX-5",
    stone`
      struct S
          f Q
          example d
              f = zz
      struct Q
          g String
    `,
    "t:5",
    "example-unknown-label",
  ],
  [
    "E-EX-6",
    stone`
      union U1
          a
          b
          example d
    `,
    "t:5",
    "example-one-tag",
  ],
  [
    "E-EX-7",
    stone`
      union U1
          a
          example d
              z = null
    `,
    "t:5",
    "example-unknown-tag",
  ],
  [
    "E-EX-8",
    stone`
      union U1
          a
          example d
              a = 5
    `,
    "t:5",
    "example-void-tag",
  ],
  [
    "E-EX-9",
    stone`
      struct R
          union
              f F
          example d
      struct F extends R
          y String
    `,
    "t:5",
    "example-one-subtype",
  ],
  [
    "E-EX-10",
    stone`
      struct R
          union
              f F
          example d
              f = 5
      struct F extends R
          y String
    `,
    "t:6",
    "example-subtype-label",
  ],
  [
    "E-EX-11",
    stone`
      struct R
          union
              f F
          example d
              z = d
      struct F extends R
          y String
    `,
    "t:6",
    "example-unknown-subtype",
  ],
  [
    "E-EX-12",
    stone`
      struct R
          union
              f F
          example d
              f = zz
      struct F extends R
          y String
    `,
    "t:6",
    "example-unknown-label",
  ],
  [
    "E-EX-13",
    stone`
      struct S
          f Map(String, String)
          example d
              f = 5
    `,
    "t:5",
    "example-value",
  ],
  [
    "E-EX-15",
    stone`
      struct S
          f U1
          example d
              f = q
      union U1
          q G
      struct G
          g String
    `,
    "t:5",
    "example-unknown-label",
  ],
  [
    "E-EX-16",
    stone`
      struct S
          f S?
          example d
              f = d
    `,
    "t:5",
    "example-contains-itself",
  ],
  ["E-DOC-1", ["struct S", '    ":foo:`x`"', "    f String"].join("\n"), "t:3", "doc-unknown-kind"],
  ["E-DOC-2", ["struct S", '    ":field:`Q.x`"', "    f String"].join("\n"), "t:3", "doc-not-a-type"],
  [
    "E-DOC-3",
    ["struct S", '    ":field:`rr.x`"', "    f String", "route rr(Void, Void, Void)"].join("\n"),
    "t:3",
    "doc-not-a-type",
  ],
  ["E-DOC-4", ["struct S", '    ":field:`zz`"', "    f String"].join("\n"), "t:3", "doc-unknown-field"],
  ["E-DOC-5", ["route rr(Void, Void, Void)", '    ":field:`zz`"'].join("\n"), "t:3", "doc-field-of-nothing"],
  ["E-DOC-6", ["struct S", '    ":field:`String.x`"', "    f String"].join("\n"), "t:3", "doc-not-a-type"],
  ["E-DOC-7", ["struct S", '    ":link:`foo`"', "    f String"].join("\n"), "t:3", "doc-link"],
  ["E-DOC-8", ["struct S", '    ":route:`q.x`"', "    f String"].join("\n"), "t:3", "unknown-namespace"],
  ["E-DOC-9", ["struct S", '    ":route:`zz`"', "    f String"].join("\n"), "t:3", "doc-unknown-route"],
  ["E-DOC-10", ["struct S", '    ":route:`S`"', "    f String"].join("\n"), "t:3", "doc-not-a-route"],
  [
    "E-DOC-11",
    ["struct S", '    ":route:`rr:2`"', "    f String", "route rr(Void, Void, Void)"].join("\n"),
    "t:3",
    "doc-route-version",
  ],
  [
    "E-DOC-12",
    ["struct S", '    ":route:`rr:x`"', "    f String", "route rr(Void, Void, Void)"].join("\n"),
    "t:3",
    "doc-route-version",
  ],
  ["E-DOC-13", ["struct S", '    ":type:`Zz`"', "    f String"].join("\n"), "t:3", "doc-not-a-type"],
  ["E-DOC-14", ["struct S", '    ":type:`A`"', "    f String", "alias A = S"].join("\n"), "t:3", "doc-not-a-type"],
  ["E-DOC-15", ["struct S", '    ":val:`abc`"', "    f String"].join("\n"), "t:3", "doc-value"],
  ["E-DOC-16", ["struct S", '    ":val:`a b`"', "    f String"].join("\n"), "t:3", "doc-value"],
  [
    "E-RED-1",
    stone`
      annotation D = RedactedBlot()
      alias A = String
      struct S
          f A
              @D
    `,
    "t:6",
    "redactor-on-aliased-field",
  ],
  [
    "E-RED-2",
    stone`
      annotation D = RedactedBlot()
      alias A = String
          @D
      alias B = A
          @D
    `,
    "t:6",
    "redactor-twice",
  ],
  [
    "E-RED-3",
    stone`
      annotation D = RedactedBlot()
      struct Q
          f String
      struct S
          f List(Q)
              @D
    `,
    "t:7",
    "redactor-impossible",
  ],
];

function errorsIn(files: ReturnType<typeof specFiles>): string[] {
  return compile(files)
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ file, line, code }) => `${file.replace(".stone", "")}:${line} ${code}`);
}

describe("each error of the catalogue is reported, once and alone", () => {
  test.each(catalogue)("%s is reported, once and alone: %s", (_rule, spec, place, code) => {
    expect(errorsIn(specFiles(spec))).toEqual([`${place} ${code}`]);
  });

  test("E-DECL-1: a file that begins with something else than a namespace is an error", () => {
    expect(errorsIn([{ path: "t.stone", text: "struct S\n    f String" }])).toEqual(["t:1 missing-namespace"]);
  });

  test("E-DECL-2: a second namespace in a file is an error, even of the same name", () => {
    expect(errorsIn([{ path: "t.stone", text: "namespace t\nnamespace w" }])).toEqual(["t:2 duplicate-namespace"]);
    expect(errorsIn([{ path: "t.stone", text: "namespace t\nnamespace t" }])).toEqual(["t:2 duplicate-namespace"]);
  });

  test("E-ATTR-5: attributes that the schema does not have are all reported", () => {
    const spec = stone`
      route r(Void, Void, Void)
          attrs
              x = 1
              y = 1
    `;
    expect(errorsIn(specFiles(spec))).toEqual(["t:4 unknown-attribute", "t:5 unknown-attribute"]);
  });
});

describe("what Stone crashes on though it is right is accepted", () => {
  test.each([
    [
      "E-ANN-9",
      stone`
        annotation_type X
            p String
            q String
        annotation A = X("a", "b")
      `,
    ],
    [
      "E-EX-14",
      stone`
        union U1
            a S?
            example d
                a = null
        struct S
            f String
      `,
    ],
  ])("%s: what Stone crashes on though it is right is accepted: %s", (_rule, spec) => {
    expect(compile(specFiles(spec)).diagnostics).toEqual([]);
  });
});

describe("what the catalogue calls no error is accepted", () => {
  test.each([
    ["min_value above max_value", "alias A = Int32(min_value=5, max_value=3)"],
    [
      "a required field of the struct's own type",
      stone`
        struct S
            f S
      `,
    ],
    [
      "an unused import",
      stone`
        import u
        namespace u
        struct A
            f String
      `,
    ],
    [
      "a three-way import cycle",
      stone`
        import u
        namespace u
        import v
        namespace v
        import t
      `,
    ],
    [
      "an unused definition",
      stone`
        struct S
            f String
      `,
    ],
    [
      "routes that differ only in case or separators",
      stone`
        route get_x(Void, Void, Void)
        route getX(Void, Void, Void)
        route get/x(Void, Void, Void)
      `,
    ],
    [
      "tags and fields that differ only in case",
      stone`
        struct S
            a String
            A String
        union U1
            b
            B
      `,
    ],
    ["a route deprecated by itself", "route r(Void, Void, Void) deprecated by r"],
    [
      "an Omitted caller nobody ever has",
      stone`
        annotation O = Omitted("nobody")
        struct S
            f String
                @O
      `,
    ],
    [
      "references that lead nowhere in the documentation of aliases, examples and annotation types",
      'alias A = String\n    ":type:`Zz`"\nannotation_type X\n    ":field:`Zz.y`"\n    p String\n        ":foo:`x`"\n' +
        'struct S\n    f String\n    example d\n        ":route:`zz`"\n        f = "a"',
    ],
    [
      "references that lead nowhere in the documentation of a namespace",
      ["namespace t", '    ":type:`Zz`"'].join("\n"),
    ],
  ])("what the catalogue calls no error is accepted: %s", (_what, spec) => {
    expect(compile(specFiles(spec)).diagnostics).toEqual([]);
  });

  test("a default on a tag of a union is accepted, with a warning (QUIRK-5)", () => {
    const { api, diagnostics } = compile(
      specFiles(stone`
        union U1
            a String = ""
            b Int32 = "wrong"
      `),
    );
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ["ignored-tag-default", "warning"],
      ["ignored-tag-default", "warning"],
    ]);
    expect(api?.namespaces[0]?.types[0]?.fields.map((field) => field.default)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
