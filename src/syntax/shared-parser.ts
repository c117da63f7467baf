import { StoneParser } from "./parser.js";

let parser: StoneParser | undefined;

/** The parser, which is made when it is first needed. */
export function sharedParser(): StoneParser {
  // The grammar is checked by a test, not on every start.
  return (parser ??= new StoneParser({ skipValidations: true }));
}
