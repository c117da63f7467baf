import { readFileSync } from "node:fs";
import { compile } from "../../src/compiler/compile.js";
import type { Source, Wire } from "../../src/diff/verdict.js";
import type { SourceFile } from "../../src/text/source.js";
import type { Api } from "../../src/ir/api.js";
import { specFiles } from "../support/spec-files.js";

const folder = "test/corpus/diff";

/** A pair of specifications, and what is to be found. */
interface Case {
  readonly name: string;
  readonly findings: readonly {
    readonly rule: string;
    readonly subject: string;
    readonly severity: string;
    readonly verdict: { readonly request: Wire; readonly response: Wire };
    readonly source: { readonly caller: Source; readonly server: Source };
  }[];
  /** Those for which the case says something. */
  readonly routes: Readonly<Record<string, { readonly request: Wire; readonly response: Wire }>>;
}

export const cases = JSON.parse(readFileSync(`${folder}/index.json`, "utf8")) as readonly Case[];

export function sideFiles({ name }: Case, side: "old" | "new"): readonly SourceFile[] {
  return specFiles(`${folder}/pairs/${name}/${side}`);
}

/** The API of files. Throws an Error if they are wrong. */
export function compileFiles(files: readonly SourceFile[]): Api {
  const { api, diagnostics } = compile(files);
  if (api === undefined) {
    throw new Error(diagnostics.map(({ file, message }) => `${file}: ${message}`).join("\n"));
  }
  return api;
}
