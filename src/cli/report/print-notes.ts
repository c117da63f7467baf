import type { Note } from "../../exports/notes/catalogue.js";

/** Prints notes about what an output leaves out to standard error. */
export function printNotes(notes: readonly Note[], format: "pretty" | "json"): void {
  process.stderr.write(
    format === "json"
      ? `${JSON.stringify(notes, undefined, 2)}\n`
      : notes.map(({ code, place, reason }) => `note[${code}] ${place}: ${reason}\n`).join(""),
  );
}
