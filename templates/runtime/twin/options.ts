import type { TwinCall } from "./calls.js";
import type { TwinModel } from "./model.js";

/** The options of a Twin. */
export interface TwinOptions<Model = TwinModel> {
  /** A model of the state, made by `defineModel`; without it, calls have no effect on later ones. */
  readonly model?: Model | undefined;
  /** Decides what looks random: content, delays, dots. 1 by default. */
  readonly seed?: number | undefined;
  /** The items of each list that has pages; 7 by default. */
  readonly items?: number | undefined;
  /** How many polls say that a job is in progress; 2 by default. */
  readonly polls?: number | undefined;
  /** Whether a route that may launch a job does so, or answers `immediate`ly; `launched` by default. */
  readonly jobs?: "launched" | "immediate" | undefined;
  /** Whether results have the values that the argument gives for fields of the same name and type; true by default. */
  readonly echo?: boolean | undefined;
  /** The delay of each answer in milliseconds, or a range to draw it from; none by default. */
  readonly latency?: number | readonly [from: number, to: number] | undefined;
  /** Answers 501 to calls that neither an override nor a plan is for. */
  readonly strict?: boolean | undefined;
  /** Called after each call, for logging. */
  readonly onCall?: ((call: TwinCall) => void) | undefined;
  /** Whether the paths `/__twin/…` plan, list and reset; false by default. */
  readonly control?: boolean | undefined;
}
