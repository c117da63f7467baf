import type { Context } from "./context.js";

/** Memoizes a function of a context. */
export function perContext<Result>(of: (context: Context) => Result): (context: Context) => Result {
  const results = new WeakMap<Context, { readonly result: Result }>();
  return (context) => {
    let known = results.get(context);
    if (known === undefined) {
      known = { result: of(context) };
      results.set(context, known);
    }
    return known.result;
  };
}
