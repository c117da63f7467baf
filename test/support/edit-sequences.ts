/** How many times as many random specifications, values and sequences of edits are tried as by default: for longer runs than CI has time for. */
export const editSequences = Number(process.env["ASHLAR_EDIT_SEQUENCES"] ?? 1);
