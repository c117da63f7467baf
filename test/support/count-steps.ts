import { Session, type Profiler } from "node:inspector";

/**
 * How many blocks of code run during some work, in our modules and in the parser's, and how many characters strings are
 * searched for: a measure of the work that does not depend on the speed of the machine.
 */
export function countSteps(work: () => void): number {
  const session = new Session();
  session.connect();
  const searches = countSearches();
  let blocks = 0;
  try {
    session.post("Profiler.enable");
    session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    work();
    session.post("Profiler.takePreciseCoverage", (error, coverage) => {
      if (error !== null) {
        throw error;
      }
      blocks = coverage.result.filter(isCounted).reduce((sum, script) => sum + blocksOf(script), 0);
    });
  } finally {
    session.disconnect();
  }
  return blocks + searches.end();
}

function isCounted({ url }: Profiler.ScriptCoverage): boolean {
  return /\/src\/|chevrotain/.test(url);
}

function blocksOf({ functions }: Profiler.ScriptCoverage): number {
  return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
}

/** The functions of strings that look at all of a string, which are not made of blocks of code. */
const searching = ["replace", "replaceAll", "split", "match", "search", "trim", "trimEnd", "trimStart"] as const;

function countSearches(): { readonly end: () => number } {
  const originals = searching.map((name) => [name, String.prototype[name]] as const);
  let characters = 0;
  for (const [name, original] of originals) {
    Object.assign(String.prototype, {
      [name](this: string, ...args: never[]): unknown {
        characters += this.length;
        return Reflect.apply(original, this, args);
      },
    });
  }
  return {
    end: () => {
      Object.assign(String.prototype, Object.fromEntries(originals));
      return characters;
    },
  };
}
