import { StoneParser } from "./parser.js";

let parser: StoneParser | undefined;

/** Returns the parser, created on first use. */
export function sharedParser(): StoneParser {
  // A test checks the grammar, so that this is not done on every start.
  return (parser ??= new StoneParser({ skipValidations: true }));
}
