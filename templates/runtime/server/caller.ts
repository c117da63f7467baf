/**
 * Who calls a route that accepts these kinds of authentication: of a union of contexts that are told apart by `kind`
 * (`"user"`, `"team"`, `"app"`), those members. A context without a `kind` is passed on as it is.
 */
export type Caller<Context, Kinds extends string> = Context extends { readonly kind: infer Kind }
  ? string extends Kind
    ? Context
    : [Extract<Kind, Kinds>] extends [never]
      ? never
      : Context
  : Context;

/** The kind of a context that has one. */
export function kindOf(context: unknown): string | undefined {
  if (typeof context !== "object" || context === null || !("kind" in context)) {
    return undefined;
  }
  return typeof context.kind === "string" ? context.kind : undefined;
}
