import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editSequences } from "../support/edit-sequences.js";
import { compileFiles } from "../support/examples.js";
import { stringifyJson } from "../../templates/runtime/text/json.js";
import { generatedPackage, type Exports } from "../support/packages.js";

/** The names of all functions of a namespace that read JSON. */
function decoders(exports: Exports): string[] {
  return Object.keys(exports).filter((name) => name.startsWith("decode"));
}

/** Runs a decoder; what it throws must be a DecodeError, and what it reads must be writable again. */
function readAndWrite(exports: Exports, decoder: string, json: unknown): void {
  for (const strict of [true, false]) {
    let value: unknown;
    try {
      value = exports[decoder](json, { strict });
    } catch (thrown) {
      expect(thrown).toMatchObject({ name: "DecodeError" });
      continue;
    }
    exports[decoder.replace("decode", "encode")](value);
  }
}

const api = compileFiles("spec");
const seeds = api.namespaces.flatMap(({ types }) => types.flatMap(({ examples }) => examples.map(({ value }) => value)));

/** JSON that is near to what types want: examples with something changed somewhere. */
const mutated = fc
  .tuple(fc.constantFrom(...seeds), fc.nat(), fc.jsonValue({ maxDepth: 2 }))
  .map(([seed, place, value]) => replaceAt(JSON.parse(stringifyJson(seed)), place, value));

function replaceAt(json: unknown, place: number, value: unknown): unknown {
  const places: { container: Exports; key: string }[] = [];
  const visit = (container: Exports): void => {
    for (const key of Object.keys(container)) {
      places.push({ container, key });
      if (typeof container[key] === "object" && container[key] !== null) {
        visit(container[key]);
      }
    }
  };
  const root = { json } as Exports;
  visit(root);
  const { container, key } = places[place % places.length] ?? { container: root, key: "json" };
  container[key] = value;
  return root["json"];
}

describe("any JSON makes a decoder return or throw a DecodeError, and what was read can be written", async () => {
  for (const namespace of ["auth", "async", "common", "files", "team"]) {
    const exports = await generatedPackage("spec", namespace);
    test(`decoders of ${namespace} return or throw a DecodeError for arbitrary JSON`, () => {
      fc.assert(
        fc.property(fc.constantFrom(...decoders(exports)), fc.jsonValue({ maxDepth: 3 }), (decoder, json) => {
          readAndWrite(exports, decoder, json);
        }),
        { numRuns: 200 * editSequences },
      );
    });
    test(`decoders of ${namespace} return or throw a DecodeError for examples with something changed`, () => {
      fc.assert(
        fc.property(fc.constantFrom(...decoders(exports)), mutated, (decoder, json) => {
          readAndWrite(exports, decoder, json);
        }),
        { numRuns: 400 * editSequences },
      );
    });
  }

  test("values that JSON cannot have are refused, not crashed on", async () => {
    const exports = await generatedPackage("spec", "files");
    const circular: Record<string, unknown> = { name: "x" };
    circular["self"] = circular;
    for (const value of [() => 1, Symbol("x"), 1n, new Date(), new Map(), circular, Object.create(null), NaN]) {
      for (const decoder of decoders(exports)) {
        readAndWrite(exports, decoder, value);
      }
    }
  });

  test("a hundred thousand levels end in a DecodeError or a value", async () => {
    const exports = await generatedPackage("spec", "files");
    const deep = JSON.parse("[".repeat(100_000) + "]".repeat(100_000)) as unknown;
    for (const decoder of decoders(exports)) {
      readAndWrite(exports, decoder, deep);
    }
  });
});
