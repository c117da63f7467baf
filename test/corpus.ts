import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "vitest";
import type { SourceFile } from "../src/source/source.js";
import { corpusFolder, specFiles } from "./spec-files.js";

/** Like `describe`; where the corpus is missing its tests are skipped, with a warning. */
export function describeWithCorpus(name: string, tests: () => void | Promise<void>): void {
  const corpus = corpusFolder("");
  if (existsSync(corpus)) {
    describe(name, tests);
    return;
  }
  console.warn(`\n*** SKIPPED: "${name}" needs the corpus, which is not at ${corpus} ***\n`);
  // The tests themselves are not even collected: they read the corpus to know what there is to test.
  test.skip(`${name} (no corpus at ${corpus})`, () => undefined);
}

/** The specs of the corpus of that name, in ascending order of their paths, which are relative to it. */
export function corpusFiles(name: string): SourceFile[] {
  return specFiles(corpusFolder(name));
}

/** The text of a file of the corpus. */
export function corpusText(path: string): string {
  return readFileSync(corpusFolder(path), "utf8");
}
