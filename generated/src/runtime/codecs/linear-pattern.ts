/**
 * A pattern as a program, for those patterns with which a regular expression can take far too long. Steps are known by
 * their index; behind the last one is the end, where the whole text must have been consumed.
 */
export type LinearPattern = readonly LinearStep[];

/**
 * What to do at a place of the text: consume one character that this character class matches, and take the next step;
 * or take the next step if this expression matches at the place; or take each of these steps.
 */
export type LinearStep = string | { readonly where: string } | readonly number[];

interface Machine {
  /** All classes, each once. */
  readonly classes: readonly RegExp[];
  /** The program, with classes by their index. */
  readonly steps: readonly (number | RegExp | readonly number[])[];
}

const machines = /*#__PURE__*/ new WeakMap<LinearPattern, Machine>();

/**
 * Whether a pattern matches the whole of a text. All ways through the pattern are followed side by side (Thompson's
 * construction), so that each character is looked at once and no text can take longer than its length allows.
 */
export function matchesLinear(pattern: LinearPattern, text: string): boolean {
  const machine = machineFor(pattern);
  // Step to the last place of the text where it was taken.
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

/** The steps that wait for a character, or the end, once these steps are taken. */
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
