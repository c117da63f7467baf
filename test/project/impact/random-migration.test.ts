import fc from "fast-check";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { diff } from "../../../src/diff/diff.js";
import { comparePackages } from "../../../src/project/impact/compared-programs.js";
import { findRenamedParts, migrateProgram } from "../../../src/project/impact/migration.js";
import {
  createProgram,
  ownFiles,
  readProject,
  type CallerProject,
  type ComparedPackage,
} from "../../../src/project/impact/program.js";
import { folderWith } from "../../cli/command-line.js";
import { compile } from "../../../src/compiler/compile.js";
import type { Api } from "../../../src/ir/api.js";
import { anyMigration } from "./random-migration.js";

/** How many programs are changed; more for a longer run by hand. */
const numRuns = Number(process.env["MIGRATIONS"] ?? 6);

const folder = folderWith({
  "package.json": '{ "type": "module" }',
  "tsconfig.json":
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "types": [] }, "include": ["*.ts"] }',
});
const config = {
  specs: [],
  twin: {},
  package: { name: "random-api" },
  binding: { preset: "service" },
} as const;

test(
  "CODE-22: a random program compiles with the package of new names after migrate, and only names have changed",
  { timeout: 36_000_000 },
  async () => {
    const property = fc.asyncProperty(fc.gen(), async (generate) => {
      const { old, now, program } = anyMigration(generate);
      writeFileSync(join(folder, "program.ts"), program);
      const project = readProject(folder);
      if (typeof project === "string") {
        throw new Error(project);
      }
      const [before, after] = [compileSpec(old), compileSpec(now)];
      const loaded = { config, path: join(folder, "ashlar.config.json"), files: [] };
      const packages = await comparePackages(before, after, loaded, undefined);
      expect({ program, errors: errorsWithOldPackage(project, packages) }).toEqual({ program, errors: [] });
      const { findings } = diff(before, after);
      const renamed = findRenamedParts(before, after, findings, false);
      const { edits, remaining } = migrateProgram(project, packages, renamed, findings);
      const places = [...remaining.places.values(), remaining.errors].flat();
      const show = ({ line, text, error }: (typeof places)[number]): string => `${line}: ${text.trim()} ${error}`;
      expect({ old, now, program, places: places.map(show) }).toEqual({ old, now, program, places: [] });
      for (const { start, end, text } of [...edits.values()].flat()) {
        expect(program.slice(start, end)).toMatch(/^[\w$]*$/);
        expect(text).toMatch(/^[\w$]+(?:(?: as |: )[\w$]*)?$/);
      }
      expect(edits.size).toBe(1);
    });
    await fc.assert(property, { numRuns, endOnFailure: true });
  },
);

function errorsWithOldPackage(project: CallerProject, { name, old }: ComparedPackage): readonly string[] {
  const program = createProgram(project, name, old.files, new Map());
  const diagnostics = ownFiles(program).flatMap((file) => program.getSemanticDiagnostics(file));
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

function compileSpec(text: string): Api {
  const { api, diagnostics } = compile([{ path: "random.stone", text }]);
  if (api === undefined || diagnostics.length > 0) {
    throw new Error(`${text}\n${diagnostics.map(({ message }) => message).join("\n")}`);
  }
  return api;
}
