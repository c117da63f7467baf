import { expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { Compiler } from "../../src/compiler/compiler.js";
import { toDiagnostics } from "../../src/diagnostics/diagnostic.js";
import { corpusFiles } from "../corpus.js";

test("LSP-82: compiling can be interrupted after any step, to compile other files", () => {
  const files = corpusFiles("corners");
  const moved = files.map(({ path, text }) => ({ path: `moved/${path}`, text: `\n${text}` }));
  const broken = files.map(({ path, text }) => ({ path, text: text.replace("String", "Strin") }));
  const compiler = new Compiler();
  for (let steps = 1; steps < 12; steps++) {
    for (const interrupted of [moved, broken, files]) {
      const work = compiler.compileInSteps(interrupted);
      for (let step = 0; step < steps; step++) {
        work.next();
      }
      for (const wanted of [files, broken]) {
        const { findings } = compiler.compile(wanted);
        const paths = wanted.map(({ path }) => path);
        expect(toDiagnostics(findings, paths)).toEqual(compile(wanted).diagnostics);
      }
    }
  }
});
