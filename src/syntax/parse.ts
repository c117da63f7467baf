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
  for (const chunk of layOut(source, report)) {
    const item = chunk.broken ? undefined : parser.parse(source, chunk, report);
    if (item === undefined) {
      broken = true;
      brokenNames.push(...namesIn(chunk));
    } else {
      items.push(item);
    }
  }
  return { items, brokenNames, broken };
}

/** All names of a broken item, because any of them may have been meant to be declared. */
function namesIn(chunk: Chunk): string[] {
  return chunk.tokens.filter((token) => token.tokenType === t.Identifier).map((token) => token.image);
}
