import type { Context } from "./context.js";

/** The same function of a context, which finds its result out once for each. */
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
