import { Problem } from "../problems/problem.js";
import { findColumns, readLine, type Person } from "./read-line.js";

/** A line that is invalid. */
interface InvalidLine {
  /** The number of the line, starting at 1. */
  readonly line: number;
  readonly text: string;
  readonly problem: string;
}

/** The people in a list, and the invalid lines. */
interface PeopleList {
  readonly people: readonly Person[];
  readonly invalid: readonly InvalidLine[];
}

/**
 * Parses a pasted list. Each line contains one or several addresses (`address` or `Name <address>`), or the cells of a
 * spreadsheet or CSV file. If the first line is a header, its titles determine which cells contain the address and the name.
 */
export function readPeople(list: string): PeopleList {
  const lines = list
    .replace(/^\uFEFF/, "")
    .split(/\r\n?|\n/)
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ text }) => text.trim() !== "");
  const columns = findColumns(lines[0]?.text ?? "");
  const people = new Map<string, Person & { readonly line: number }>(); // by address
  const invalid: InvalidLine[] = [];
  for (const { text, line } of columns === undefined ? lines : lines.slice(1)) {
    try {
      for (const person of readLine(text, columns)) {
        const key = person.email.toLowerCase();
        const other = people.get(key);
        if (other !== undefined) {
          throw new Problem(`${person.email} is also on line ${other.line}.`);
        }
        people.set(key, { ...person, line });
      }
    } catch (thrown) {
      if (!(thrown instanceof Problem)) {
        throw thrown;
      }
      invalid.push({ line, text: text.trim(), problem: thrown.message });
    }
  }
  return { people: [...people.values()], invalid };
}
