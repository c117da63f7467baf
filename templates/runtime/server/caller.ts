/**
 * The caller of a route that accepts these kinds of authentication: the matching members of the union `Context`,
 * which `kind` discriminates (`"user"`, `"team"`, `"app"`). A context without a `kind` is unchanged.
 */
export type Caller<Context, Kinds extends string> = Context extends { readonly kind: infer Kind }
  ? string extends Kind
    ? Context
    : [Extract<Kind, Kinds>] extends [never]
      ? never
      : Context
  : Context;

/** Returns the kind of a context; undefined if it has none. */
export function contextKind(context: unknown): string | undefined {
  if (typeof context !== "object" || context === null || !("kind" in context)) {
    return undefined;
  }
  return typeof context.kind === "string" ? context.kind : undefined;
}
