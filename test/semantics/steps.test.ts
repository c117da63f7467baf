import { expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { Compiler } from "../../src/compiler/compiler.js";
import { toDiagnostics } from "../../src/diagnostics/diagnostic.js";
import { corpusFiles } from "../support/corpus.js";

/** The first ones, and some until all is done. */
const stepCounts = [1, 2, 5, 8, 30, 90, 250];

test("LSP-82: compiling can be interrupted after any step, to compile other files", () => {
  const files = corpusFiles("corners");
  const moved = files.map(({ path, text }) => ({ path: `moved/${path}`, text: `\n${text}` }));
  const broken = files.map(({ path, text }) => ({ path, text: text.replace("String", "Strin") }));
  const shifted = broken.map(({ path, text }) => ({ path, text: `# A comment.\n\n${text}\nalias Last = String\n` }));
  const compiler = new Compiler();
  for (const steps of stepCounts) {
    for (const interrupted of [moved, shifted, broken, files]) {
      const work = compiler.compileInSteps(interrupted);
      for (let step = 0; step < steps; step++) {
        work.next();
      }
      // First what was compiled last, of which nothing must have moved.
      for (const wanted of [broken, files, broken]) {
        const { findings } = compiler.compile(wanted);
        const paths = wanted.map(({ path }) => path);
        expect(toDiagnostics(findings, paths)).toEqual(compile(wanted).diagnostics);
      }
    }
  }
});
