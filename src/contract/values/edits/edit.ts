import type { Json } from "../../../ir/api.js";
import type { Severity } from "../../findings/codes.js";

/** A change that makes a value of a type invalid. */
export interface ValueEdit {
  /** The kind of the mistake, such as `too-long`: one for all values of the kind. */
  readonly kind: string;
  /** Undefined removes the member. */
  readonly value: Json | undefined;
  /** What the value is then, such as `a text of 41 characters`. */
  readonly is: string;
  /** What the specification wants, such as `at most 40 characters`. */
  readonly wanted: string;
  /** Less for what the original runtime of Stone accepts, too. */
  readonly severity?: Severity;
}
