/**
 * A function that runs `innermost` within all others, the first of which is the outermost. Each gets a function that runs
 * the next one, must call it once, and cannot change what that returns; if it throws, its error takes precedence.
 */
export function nested<Call, Outcome>(
  outer: readonly ((call: Call, next: () => Promise<Outcome>) => unknown)[],
  call: Call,
  innermost: () => Promise<Outcome>,
): () => Promise<Outcome> {
  return outer.reduceRight<() => Promise<Outcome>>(
    (inner, around) => async () => {
      let outcome: Promise<Outcome> | undefined;
      const next = (): Promise<Outcome> => {
        if (outcome !== undefined) {
          throw misuse();
        }
        outcome = inner();
        outcome.catch(() => undefined); // it is returned below, whatever `around` does with it
        return outcome;
      };
      await around(call, next);
      if (outcome === undefined) {
        throw misuse();
      }
      return outcome;
    },
    innermost,
  );
}

function misuse(): TypeError {
  return new TypeError("around must call next once");
}
