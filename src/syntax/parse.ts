import type { Report } from "../diagnostics/diagnostic.js";
import type { Source } from "../source/source.js";
import type { Item, SpecFile } from "./ast.js";
import { layOut, type Chunk } from "./layout.js";
import { StoneParser } from "./parser.js";
import * as t from "./tokens.js";

let parser: StoneParser | undefined;

/** The tree of one file. Reports `LEX` and `GRAM` errors; items with errors are left out. */
export function parse(source: Source, report: Report): SpecFile {
  // The grammar is checked by a test, not on every start.
  parser ??= new StoneParser({ skipValidations: true });
  const items: Item[] = [];
  const brokenNames: string[] = [];
  let broken = false;
  const chunks = layOut(source, report);
  let isLost = chunks.some((chunk) => chunk.broken && chunk.greedyString !== undefined);
  for (const chunk of chunks) {
    const isMixedUp = isLost && chunk.greedyString !== undefined;
    const item = chunk.broken || isMixedUp ? undefined : parser.parse(source, chunk, report);
    if (item === undefined) {
      broken = true;
      isLost ||= chunk.greedyString !== undefined;
      addNames(chunk, brokenNames);
    } else {
      items.push(item);
    }
  }
  return { items, brokenNames, broken };
}

/** Adds all names of a broken item, because any of them may have been meant to be declared. */
function addNames(chunk: Chunk, names: string[]): void {
  for (const token of chunk.tokens) {
    if (token.tokenType === t.Identifier) {
      names.push(token.image);
    } else if (token.tokenType === t.StringLiteral && chunk.greedyString !== undefined) {
      token.image.match(/[A-Za-z_][A-Za-z0-9_-]*/g)?.forEach((name) => names.push(name));
    }
  }
}
