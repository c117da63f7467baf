import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type * as arbitraries from "../../generated/src/arbitraries/index.js";
import type { Decode, Encode } from "../../generated/src/runtime/shared.js";
import { corpora } from "../support/corpus.js";
import { compileFiles } from "../support/examples.js";
import { corpusFolder } from "../support/corpus.js";
import { Lookup } from "../../src/ir/walk.js";
import { heightsOf } from "../../src/values/heights.js";
import { editSequences } from "../support/edit-sequences.js";
import { generatedPackage } from "../support/packages.js";

interface Codec {
  readonly name: string;
  readonly decode: Decode<unknown>;
  readonly encode: Encode<unknown>;
}

/** The codecs of a package's types that have a value. */
async function codecsOf(name: string): Promise<readonly Codec[]> {
  const corpus = name.replace(/-exact$/, "");
  const api = compileFiles(corpus === "spec" ? "spec" : corpusFolder(corpus));
  const heights = heightsOf(new Lookup(api));
  const all: Codec[] = [];
  for (const { name: namespace, types } of api.namespaces) {
    const codecs = await generatedPackage(name, namespace.toLowerCase()).catch(() => undefined);
    for (const { name: type } of types) {
      const decode: unknown = codecs?.[`decode${type}`];
      if (decode !== undefined && heights.isWritable({ kind: "ref", namespace, name: type })) {
        all.push({
          name: `${namespace}.${type}`,
          decode: decode as Codec["decode"],
          encode: codecs?.[`encode${type}`] as Codec["encode"],
        });
      }
    }
  }
  return all;
}

const numRuns = 4 * editSequences;
const names = ["spec", ...corpora.filter((name) => name !== "dropbox"), "wirelab-exact"];

describe.each(names)("the arbitraries of %s", async (name) => {
  const { arbitrary, invalid } = (await generatedPackage(name, "arbitraries")) as typeof arbitraries;
  const codecs = await codecsOf(name);

  test("ARB-1, ARB-2: arbitrary messages are accepted by strict readers", () => {
    expect(codecs.length).toBeGreaterThan(5);
    for (const codec of codecs) {
      fc.assert(
        fc.property(arbitrary(codec.decode, { view: "message" }), (json) => {
          codec.decode(JSON.parse(JSON.stringify(json)), { strict: true });
        }),
        { numRuns, seed: 1 },
      );
    }
  });

  test("ARB-2: arbitrary writable values can be encoded, and arbitrary readable values round-trip", () => {
    for (const codec of codecs) {
      fc.assert(
        fc.property(arbitrary(codec.decode, { view: "write" }), (value) => {
          codec.encode(value, { strict: true, refuseUnknownFields: true });
        }),
        { numRuns, seed: 1 },
      );
      fc.assert(
        fc.property(arbitrary(codec.decode), (value) => {
          expect(codec.decode(codec.encode(value), { strict: true })).toEqual(value);
        }),
        { numRuns, seed: 1 },
      );
    }
  });

  test("ARB-2: newer tags and fields are accepted by lenient readers", () => {
    for (const codec of codecs) {
      fc.assert(
        fc.property(arbitrary(codec.decode, { newer: true }), (value) => {
          codec.encode(value);
        }),
        { numRuns, seed: 1 },
      );
    }
  });

  test("ARB-5: near misses are refused, with their code", () => {
    for (const codec of codecs) {
      fc.assert(
        fc.property(invalid(codec.decode), ({ json, code }) => {
          const decoded = (): unknown => codec.decode(json, { strict: true });
          expect(decoded).toThrow(expect.objectContaining({ code }) as Error);
        }),
        { numRuns, seed: 1 },
      );
    }
  });
});
