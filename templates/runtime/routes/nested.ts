/**
 * Returns a function that runs `innermost` inside all functions in `outer`, the first of which is the outermost. Each function
 * receives `next`, must call it once, and cannot change the outcome of `next`. If the function throws, its error takes
 * precedence.
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
        outcome.catch(() => undefined); // it is returned below, so its rejection is not unhandled
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
