import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";
import { markdownGrammar } from "../grammar/markdown.js";
import { stoneGrammar } from "../grammar/stone.js";
import type { Grammar } from "../grammar/textmate.js";

/** A piece of a text with the scopes that the grammar gives it, outermost first. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly scopes: readonly string[];
}

const grammars: Readonly<Record<string, Grammar>> = {
  [stoneGrammar.scopeName]: stoneGrammar,
  [markdownGrammar.scopeName]: markdownGrammar,
};

const wasm = await readFile(createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm"));
const registry = new textmate.Registry({
  onigLib: oniguruma.loadWASM(wasm).then(() => ({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  })),
  loadGrammar: (scope) => {
    const found = grammars[scope];
    return Promise.resolve(found && textmate.parseRawGrammar(JSON.stringify(found), "grammar.json"));
  },
});

/** The tokens of a text, line by line; offsets are those of the text, whose line ends must be `\n`. */
export async function tokenize(text: string, scope: string = stoneGrammar.scopeName): Promise<Token[]> {
  const grammar = await registry.loadGrammar(scope);
  if (grammar === null) {
    throw new Error(`There is no grammar ${scope}.`);
  }
  const tokens: Token[] = [];
  let state = textmate.INITIAL;
  let offset = 0;
  for (const line of text.split("\n")) {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    for (const { startIndex, endIndex, scopes } of result.tokens) {
      const end = Math.min(endIndex, line.length);
      if (end > startIndex) {
        tokens.push({ start: offset + startIndex, end: offset + end, text: line.slice(startIndex, end), scopes });
      }
    }
    offset += line.length + 1;
  }
  return tokens;
}
