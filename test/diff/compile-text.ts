import { compile } from "../../src/compiler/compile.js";
import type { Api } from "../../src/ir/api.js";

/** The API of the namespace `n` with these definitions, and of further files. Throws an Error if they are wrong. */
export function compileText(definitions: string, ...files: readonly string[]): Api {
  const texts = [`namespace n\n${definitions}`, ...files];
  const { api, diagnostics } = compile(texts.map((text, index) => ({ path: `${index}.stone`, text })));
  if (api === undefined) {
    throw new Error(`${texts.join("\n")}\n${diagnostics.map(({ message }) => message).join("\n")}`);
  }
  return api;
}
