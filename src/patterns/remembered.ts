/** The maximum number of cached results. A specification has far fewer patterns. */
const most = 1000;

/** Caches the results of a function, because a specification has few patterns but uses each of them often. */
export function remembered<Result>(of: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    let result = results.get(text);
    if (result === undefined) {
      if (results.size === most) {
        results.clear();
      }
      result = of(text);
      results.set(text, result);
    }
    return result;
  };
}
