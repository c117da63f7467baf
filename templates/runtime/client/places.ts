/** Waits for a place. Resolves to a function that gives it back. */
export type EnterPlace = () => Promise<() => undefined>;

/** Returns a function that gives out places, in the order in which they are asked for. `free` is how many there are. */
export function createPlaces(free: number): EnterPlace {
  const waiting: (() => void)[] = [];
  const giveBack = (): undefined => {
    free++;
    waiting.shift()?.();
  };
  return () =>
    new Promise((resolve) => {
      const enter = (): void => resolve(giveBack);
      // Less than none are free while others wait.
      if (free-- > 0) {
        enter();
      } else {
        waiting.push(enter);
      }
    });
}
