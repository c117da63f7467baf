import type { CheckedClaim } from "./check-source.js";

/**
 * Returns the claims that the compiler contradicts. For a struct next to the tag of a nullable variant, the compiler
 * checks too little, because the variant without a value accepts any object that has the tag. It is therefore enough if
 * the struct itself demonstrates the break.
 */
export function findWrongClaims(claims: readonly CheckedClaim[]): readonly CheckedClaim[] {
  const shown = new Set(
    claims.flatMap(({ use, found, reasons }) => (found === "breaks" ? reasons.map((id) => `${use} ${id}`) : [])),
  );
  return claims.filter(({ use, expected, found, reasons }) => {
    const isShownElsewhere =
      expected === "breaks" && reasons.length > 0 && reasons.every((id) => shown.has(`${use} ${id}`));
    return expected !== found && !isShownElsewhere;
  });
}

/** Describes a claim of the rules that the compiler contradicts. */
export function describeWrongClaim({ subject, use, expected, found, failed }: CheckedClaim): string {
  const [first] = failed;
  const shown = first === undefined ? "" : `  ${first.statement.code}\n  ${first.messages.join("\n  ")}\n`;
  return (
    `For old code that ${use} ${subject}, the rules say "${expected}", and the compiler says "${found}".\n${shown}` +
    "This is a bug in Ashlar. Please report it with both specifications.\n"
  );
}
