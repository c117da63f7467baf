import { expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { Compiler } from "../../../src/compiler/compiler.js";
import { toDiagnostics } from "../../../src/text/diagnostics/diagnostic.js";
import { corpusFiles } from "../../support/corpus.js";

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

test("LSP-82: a compilation that replaces namespaces and definitions can be interrupted after every step", () => {
  const one = (name: string, kind = "struct"): string =>
    `namespace ${name}\n\nimport two\n\n${kind} T\n    a ${kind === "struct" ? "two.T" : ""}\n`;
  const two = 'namespace two\n\nstruct T\n    a String\n    example default\n        a = "x"\n';
  const versions = [
    [one("one"), two],
    [one("one", "union"), two.replace("a String", "b String").replace("a =", "b =")],
    [one("other"), two, "namespace three\n\nalias A = two.T\n"],
    [one("one").replace("two.T", "two.U"), two],
  ].map((texts) => texts.map((text, index) => ({ path: `${index}.stone`, text })));
  const compiler = new Compiler();
  const stepsOf = (work: Generator): number => (work.next().done === true ? 0 : 1 + stepsOf(work));
  const check = (wanted: (typeof versions)[number]): void => {
    const { findings } = compiler.compile(wanted);
    const paths = wanted.map(({ path }) => path);
    expect(toDiagnostics(findings, paths)).toEqual(compile(wanted).diagnostics);
  };
  for (const before of versions) {
    for (const after of versions.filter((version) => version !== before)) {
      const total = stepsOf(new Compiler().compileInSteps(after));
      for (let steps = 1; steps <= total; steps++) {
        compiler.compile(before);
        const work = compiler.compileInSteps(after);
        for (let step = 0; step < steps; step++) {
          work.next();
        }
        check(steps % 2 === 0 ? after : before);
        check(after);
      }
    }
  }
});
