import { StoneParser } from "./parser.js";

let parser: StoneParser | undefined;

/** Returns the parser, which is created on first use. */
export function sharedParser(): StoneParser {
  // The grammar is validated in a test instead of on every start.
  return (parser ??= new StoneParser({ skipValidations: true }));
}
