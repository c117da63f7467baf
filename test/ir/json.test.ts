import { expect, test } from "vitest";
import { toJson } from "../../src/ir/json.js";
import { parseLossless } from "../support/lossless-json.js";
import { apiOf, apiOfTexts } from "../support/stone.js";
import { stone } from "../support/stone-text.js";

function documentOf(spec: string): unknown {
  return parseLossless(toJson(apiOf(spec)));
}

test("an API of nothing is a document without namespaces", () => {
  expect(JSON.parse(toJson(apiOfTexts([])))).toEqual({ ashlarIr: 1, namespaces: [] });
});

test("a namespace has all its lists, and what says nothing is left out", () => {
  expect(
    documentOf(stone`
      struct S
          f String
    `),
  ).toEqual({
    ashlarIr: 1n,
    namespaces: [
      {
        name: "t",
        imports: [],
        annotationTypes: [],
        annotations: [],
        aliases: [],
        types: [{ kind: "struct", name: "S", fields: [{ name: "f", type: { kind: "string" } }] }],
        routes: [],
      },
    ],
  });
});

test("integers are printed in full, and a default of null is there", () => {
  const json = toJson(
    apiOf(
      stone`
        alias N = Int32?
        struct S
            f UInt64(max_value=18446744073709551615) = 18446744073709551614
            n N = null
      `,
    ),
  );
  expect(json).toContain('"max": 18446744073709551615');
  expect(json).toContain('"default": 18446744073709551614');
  expect(json).toContain('"default": null');
});

test("attributes that are null are left out, and stone_cfg has no routes", () => {
  const document = documentOf(
    stone`
      route r(Void, Void, Void)
          attrs
              a = null
      namespace stone_cfg
      struct Route
          a String?
          b Int32 = 2
    `,
  );
  expect(document).toMatchObject({
    stoneCfg: { name: "stone_cfg", routes: [], types: [{ name: "Route" }] },
    namespaces: [{ routes: [{ attrs: { b: 2n } }] }],
  });
  expect(
    JSON.stringify(document, (_, value: unknown) => (typeof value === "bigint" ? Number(value) : value)),
  ).toContain('"attrs":{"b":2}');
});

test("regex is there if it is given, also if it is empty", () => {
  expect(
    documentOf(stone`
      annotation A = RedactedBlot()
      annotation B = RedactedBlot("")
    `),
  ).toMatchObject({
    namespaces: [
      {
        annotations: [
          { name: "A", kind: "redactedBlot" },
          { name: "B", kind: "redactedBlot", regex: "" },
        ],
      },
    ],
  });
});
