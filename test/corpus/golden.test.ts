import { describe, expect, test } from "vitest";
import { compile, type Compilation } from "../../src/compiler/compile.js";
import { corpora, corporaWithIr, corpusFiles, recordedIr } from "../support/corpus.js";
import { differences, isNoneBehindNotice } from "../support/ir-differences.js";
import { parseLossless } from "../support/lossless-json.js";

const compilations = new Map<string, Compilation>();

/** The corpus of that name, compiled once. */
function compiled(name: string): Compilation {
  const compilation = compilations.get(name) ?? compile(corpusFiles(name));
  compilations.set(name, compilation);
  return compilation;
}

// The rest of what may differ (QUIRK-18, QUIRK-19, QUIRK-21), and what we have there.
const allowed: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  dropbox: {
    // QUIRK-18: the written example of that label selects another tag.
    "files/types/SyncSettingArg/examples/default/value/.tag": "not_synced",
  },
  transit: {
    // QUIRK-19: the text of the example itself, not that of the subtype's.
    "network/types/Vehicle/examples/on_rails/doc": "This text is not the one that readers see.",
  },
  clinic: {
    // QUIRK-19
    "lab/types/Sample/examples/blood/doc": undefined,
  },
};

describe("the corpus compiles to the IR of Stone", () => {
  test.each(corporaWithIr)("the corpus %s compiles to the IR of Stone", (name) => {
    const { ir, diagnostics } = compiled(name);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const all = differences(parseLossless(recordedIr(name)), parseLossless(ir ?? "null"));
    const others = all.filter((difference) => !isNoneBehindNotice(difference));
    expect(Object.fromEntries(others.map(({ path, ours }) => [path, ours]))).toEqual(allowed[name] ?? {});
  });
});

/** Numbers that look random and are the same in each run. */
function* pseudoRandom(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = pseudoRandom(seed);
  return items
    .map((item) => ({ item, at: random.next().value }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

describe("the order of the files", () => {
  const cases = corpora.flatMap((name) => (name === "dropbox" ? [1] : [1, 2]).map((seed) => [name, seed] as const));

  test.each(cases)(
    "the order of the files matters for the documentation of namespaces and the order of patched fields only: %s, order %i",
    (name, seed) => {
      const { api } = compiled(name);
      const other = compile(shuffled(corpusFiles(name), seed)).api;
      const ordered = (from: typeof api): unknown =>
        from?.namespaces.map((namespace) => ({
          ...namespace,
          doc: namespace.doc?.text.split("\n").sort(),
          types: namespace.types.map((type) => ({
            ...type,
            fields: type.fields.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
          })),
        }));
      expect(ordered(other)).toEqual(ordered(api));
    },
  );

  test.each(cases)(
    "the order of the files does not matter between namespaces: %s, order %i gives the same bytes",
    (name, seed) => {
      const files = corpusFiles(name);
      const namespaceOf = (text: string): string => /^namespace +(\S+)/m.exec(text)?.[1] ?? "";
      const namespaces = shuffled([...new Set(files.map(({ text }) => namespaceOf(text)))], seed);
      const other = namespaces.flatMap((namespace) => files.filter(({ text }) => namespaceOf(text) === namespace));
      expect(compile(other).ir).toBe(compiled(name).ir);
    },
  );
});
