import { describe, expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import type { Json } from "../../src/ir/api.js";
import { Lookup } from "../../src/ir/walk.js";
import { callerView } from "../../src/values/caller-view.js";
import { findMismatch } from "../../src/values/mismatch.js";
import { sampleValue } from "../../src/values/sample.js";
import { corpora, corpusFiles } from "../support/corpus.js";
import { specFiles } from "../support/spec-files.js";

/** The sample of the argument of `route r` in a specification. */
function sample(text: string): Json | undefined {
  const { api } = compile([{ path: "a.stone", text: `namespace a\n${text}\nroute r (Arg, Void, Void)\n` }]);
  return api && sampleValue({ kind: "ref", namespace: "a", name: "Arg" }, new Lookup(callerView(api, []).api));
}

const types = `
union Style
    warm
    cold
    mixed Mix

struct Mix
    part String
    blend Style = warm
    notes List(String)?

struct Arg
    style Style
    mood Style = cold
    mix Mix?
    mixes List(Style)
    labels Map(String, Style)?
    hint String?
    note String?
`;

describe("a sample", () => {
  test("GUIDE-1: a sample has bare tags, and neither defaults nor empty options, at any depth", () => {
    const example = `
    example default
        style = warm
        mood = cold
        mixes = [warm, full]
        labels = {}
        hint = "h"
        note = null
`;
    const union = types.replace("    mixed Mix\n", "    mixed Mix\n\n    example full\n        mixed = default\n");
    const withMix = union.replace(
      "    notes List(String)?\n",
      '    notes List(String)?\n\n    example default\n        part = "p"\n        blend = warm\n        notes = []\n',
    );
    const shown = sample(
      withMix.replace("mixes List(Style)", "mixes List(Style)").concat(example.replace("[warm, full]", "[full]")),
    );
    expect(shown).toEqual({ style: "warm", mixes: [{ ".tag": "mixed", part: "p" }], hint: "h" });
  });

  test("GUIDE-1: a sample is the shortest example, `default` of several, and one with empty texts only if there is no other", () => {
    const examples = (...list: readonly string[]): string =>
      `struct Arg\n    a String\n    b String?\n    c String?\n${list.join("")}`;
    const long = '\n    example long\n        a = "1"\n        b = "2"\n';
    const other = '\n    example other\n        a = "3"\n';
    const standard = '\n    example default\n        a = "4"\n';
    const empty = '\n    example cleared\n        a = ""\n';
    expect(sample(examples(long, other))).toEqual({ a: "3" });
    expect(sample(examples(long, other, standard))).toEqual({ a: "4" });
    expect(sample(examples(empty, long))).toEqual({ a: "1", b: "2" });
    expect(sample(examples(empty))).toEqual({ a: "" });
  });

  test.each(["spec", ...corpora])("GUIDE-1: a sample of each route of %s is accepted by servers", (name) => {
    const { api } = compile(name === "spec" ? specFiles("spec") : corpusFiles(name));
    const view = callerView(api ?? { namespaces: [], stoneCfg: undefined }, []).api;
    const lookup = new Lookup(view);
    const refused = view.namespaces.flatMap((namespace) =>
      namespace.routes.flatMap(({ name: route, arg }) => {
        const value = sampleValue(arg, lookup);
        const problem = value === undefined ? undefined : findMismatch(value, arg, lookup, true);
        return problem === undefined ? [] : [`${namespace.name}/${route}: ${problem.path} ${problem.problem}`];
      }),
    );
    expect(refused).toEqual([]);
  });
});
