import type { SpecText } from "../../src/cli/playground/messages.js";
import { firstSpec } from "../../src/cli/init/first-spec.js";

/** A sample specification, which teaches one thing. */
export interface Example {
  /** The id of the example in links. */
  readonly id: string;
  readonly title: string;
  readonly files: readonly SpecText[];
}

export const examples: readonly Example[] = [
  { id: "greeter", title: "Greeter: a route and its error", files: [{ path: "greeter.stone", text: firstSpec }] },
];
