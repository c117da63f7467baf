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
