import { fail } from "./check.js";
import { text } from "./scalars.js";

/**
 * A pattern as a program, for patterns that take exponential or polynomial time as a regular expression. Steps are
 * identified by index; the index after the last step is the end, where the whole text must have been consumed.
 */
export type LinearPattern = readonly LinearStep[];

/**
 * A step at a position of the text. A character class consumes one character that matches it and continues with the next
 * step; `where` continues with the next step if the expression matches at the position; a list continues with all its steps.
 */
export type LinearStep = string | { readonly where: string } | readonly number[];

interface Machine {
  /** All distinct character classes. */
  readonly classes: readonly RegExp[];
  /** The program, with character classes by index. */
  readonly steps: readonly (number | RegExp | readonly number[])[];
}

const machines = /*#__PURE__*/ new WeakMap<LinearPattern, Machine>();

/**
 * Returns whether a pattern matches a whole text. Follows all paths through the pattern in parallel (Thompson's construction):
 * each character is read once, and the time is linear in the length of the text.
 */
export function matchesLinear(pattern: LinearPattern, text: string): boolean {
  const machine = machineFor(pattern);
  // For each step, the last position of the text where it was taken.
  const taken = new Int32Array(pattern.length + 1).fill(-1);
  let at = 0;
  let live = take([0], machine, text, at, taken);
  for (const character of text) {
    at += character.length;
    const fits = machine.classes.map((characters) => characters.test(character));
    const next = live.filter((step) => isConsuming(machine, step, fits)).map((step) => step + 1);
    live = take(next, machine, text, at, taken);
    if (live.length === 0) {
      return false;
    }
  }
  return live.includes(pattern.length);
}

/** Returns the steps that wait for a character, or the end, after these steps are taken. */
function take(starts: number[], { steps }: Machine, text: string, at: number, taken: Int32Array): number[] {
  const live: number[] = [];
  for (let index = starts.pop(); index !== undefined; index = starts.pop()) {
    if (taken[index] === at) {
      continue;
    }
    taken[index] = at;
    const step = steps[index];
    if (step === undefined || typeof step === "number") {
      live.push(index);
    } else if (!(step instanceof RegExp)) {
      starts.push(...step);
    } else if (matchesAt(step, text, at)) {
      starts.push(index + 1);
    }
  }
  return live;
}

function isConsuming({ steps }: Machine, index: number, fits: readonly boolean[]): boolean {
  const step = steps[index];
  return typeof step === "number" && fits[step] === true;
}

function matchesAt(expression: RegExp, text: string, at: number): boolean {
  expression.lastIndex = at;
  return expression.test(text);
}

function machineFor(pattern: LinearPattern): Machine {
  const known = machines.get(pattern);
  if (known !== undefined) {
    return known;
  }
  const sources = [...new Set(pattern.filter((step): step is string => typeof step === "string"))];
  const machine: Machine = {
    classes: sources.map((source) => new RegExp(`^(?:${source})$`, "u")),
    steps: pattern.map((step) => {
      if (typeof step === "string") {
        return sources.indexOf(step);
      }
      return "where" in step ? new RegExp(`(?:${step.where})`, "uy") : step;
    }),
  };
  machines.set(pattern, machine);
  return machine;
}

/**
 * Like {@link text}, for a pattern that a backtracking regular expression could take too long to match. It is in a separate
 * file, so that packages without such patterns do not include it.
 */
export function textLinear(
  value: unknown,
  minLength: number | undefined,
  maxLength: number | undefined,
  pattern: LinearPattern,
  specified = "its pattern",
): string {
  const checked = text(value, minLength, maxLength);
  if (!matchesLinear(pattern, checked)) {
    fail("pattern", `a string that matches ${specified}`, "one that does not");
  }
  return checked;
}
