import { nat, tuple, type Arbitrary } from "fast-check";
import { DecodeError, type MismatchCode } from "../codecs/codec-error.js";
import { mistakesIn } from "./mistakes.js";
import type { Shape, Shapes } from "./shape.js";
import { withValueAt } from "./value-at.js";
import { valuesOf, type Form } from "./values.js";

/** JSON that a strict decoder rejects, and the code of the `DecodeError`. */
export interface NearMiss {
  readonly json: unknown;
  readonly code: MismatchCode;
}

type DecodeStrictly = (json: unknown, options: { readonly strict: true }) => unknown;

const message: Form = { hasBigints: false, hasDates: false, isMessage: true, hasNewer: false };

/** Returns an arbitrary of messages that a strict decoder rejects because of a single mistake. */
export function nearMisses(root: Shape, shapes: Shapes, decode: DecodeStrictly): Arbitrary<NearMiss> {
  const shape = root.kind === "nullable" ? root.of : root; // `null` has no mistakes
  return tuple(valuesOf(shape, shapes, message), nat())
    .map(([json, choice]) => nearMiss(json, shape, shapes, decode, choice))
    .filter((found): found is NearMiss => found !== undefined); // TypeScript 5.4 does not infer the type guard
}

/**
 * Returns the message with one mistake: at or after the chosen mistake, the first that the decoder rejects. Undefined if it
 * rejects none.
 */
function nearMiss(
  json: unknown,
  shape: Shape,
  shapes: Shapes,
  decode: DecodeStrictly,
  choice: number,
): NearMiss | undefined {
  const mistakes = mistakesIn(json, shape, shapes).filter(({ value }) => typeof value !== "bigint");
  const first = choice % mistakes.length;
  for (const { path, value } of [...mistakes.slice(first), ...mistakes.slice(0, first)]) {
    const changed = withValueAt(json, path, value);
    try {
      decode(changed, { strict: true });
    } catch (thrown) {
      if (thrown instanceof DecodeError) {
        return { json: changed, code: thrown.code };
      }
      throw thrown;
    }
  }
  return undefined;
}
