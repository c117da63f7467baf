/** The target of a ratio. */
export type Target = { readonly atMost: number } | { readonly atLeast: number };

/** Returns two cells of a table: the target as text, and whether a ratio meets it. */
export function judgeTarget(
  ratio: number,
  target: Target | undefined,
): [target: string | null, met: "yes" | "NO" | null] {
  if (target === undefined) {
    return [null, null];
  }
  return "atMost" in target
    ? [`≤ ${target.atMost}`, ratio <= target.atMost ? "yes" : "NO"]
    : [`≥ ${target.atLeast}`, ratio >= target.atLeast ? "yes" : "NO"];
}
