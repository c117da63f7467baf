import { spawnSync } from "node:child_process";
import fc, { type GeneratorValue } from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { parseLossless } from "../support/lossless-json.js";
import { pythonWithStone } from "../support/stone-python.js";
import { anySpecification, mutated } from "./any-specification.js";
import { differenceOf, unknownDifferences, type Verdict } from "./differences.js";

/** How many specifications are compared: `ASHLAR_STONE_SPECIFICATIONS=3000` is a longer run. */
const count = Number(process.env["ASHLAR_STONE_SPECIFICATIONS"] ?? 60);
const seed = Number(process.env["ASHLAR_STONE_SEED"] ?? 1);

/** The texts of the files of a specification; every third one has one to three random changes. */
function specification(generate: GeneratorValue, index: number): string[] {
  const texts = anySpecification(generate);
  if (index % 3 !== 0) {
    return texts;
  }
  const changed = generate(fc.nat, { max: texts.length - 1 });
  let text = texts[changed] ?? "";
  for (let left = 1 + generate(fc.nat, { max: 2 }); left > 0; left--) {
    text = mutated(text, generate);
  }
  return texts.with(changed, text);
}

/** What Stone's compiler makes of each specification. */
function verdicts(specifications: readonly (readonly string[])[]): Verdict[] {
  const { stdout, stderr, status } = spawnSync(
    pythonWithStone ?? "",
    ["-B", "-W", "ignore", "test/original/verdicts.py"],
    {
      input: JSON.stringify(specifications),
      encoding: "utf8",
      maxBuffer: 2 ** 30,
    },
  );
  expect(status, stderr).toBe(0);
  return parseLossless(stdout) as Verdict[];
}

test.runIf(pythonWithStone !== undefined)(
  `Stone accepts the same random specifications, a third of them with mistakes, and makes the same API, but for known differences: ${count}`,
  () => {
    const specifications = fc.sample(fc.gen(), { numRuns: count, seed }).map(specification);
    const theirs = verdicts(specifications);
    const unknown = specifications.flatMap((texts, index): object[] => {
      const { ir, diagnostics } = compile(texts.map((text, file) => ({ path: `${file}.stone`, text })));
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      const verdict = theirs[index] ?? ["fails", "Nothing was printed."];
      const [what, document] = verdict;
      const text = texts.join("\n--------\n");
      if (what === "accepts" && ir !== undefined) {
        const places = unknownDifferences(document, parseLossless(ir));
        return places.length === 0 ? [] : [{ places, texts: text }];
      }
      if ((errors.length === 0) === (what === "accepts") || differenceOf(verdict, errors) !== undefined) {
        return [];
      }
      const ours = errors.map(({ file, line, code, message }) => `${file}:${line} ${code}: ${message}`);
      return [{ stone: what === "accepts" ? what : verdict, ashlar: ours, texts: text }];
    });
    expect(unknown).toEqual([]);
  },
  600_000 + count * 1000,
);
