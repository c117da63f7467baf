import type { Defaults } from "./defaults.js";
import type { Fields } from "./fields.js";
import type { Parents } from "./inherit.js";
import type { Program } from "./program.js";
import type { Resolver } from "./resolve.js";
import type { SubtypeLists } from "./subtypes.js";

export interface ExampleContext {
  readonly program: Program;
  readonly resolver: Resolver;
  readonly fields: Fields;
  readonly parents: Parents;
  readonly defaults: Defaults;
  readonly subtypes: SubtypeLists;
}
