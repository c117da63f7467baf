import { countColumns } from "./columns.js";

/** The maximum width of lines, in columns. */
const pageWidth = 120;

/** The number of columns per indentation level. */
export const step = 2;

/** Whether a string fits on a line of which `taken` columns are already used. */
export function fits(text: string, taken: number): boolean {
  const room = pageWidth - taken;
  if (2 * text.length <= room) {
    return true; // no character takes more than two columns
  }
  return isAscii(text) ? text.length <= room : countColumns(text) <= room;
}

const margins = Array.from({ length: 40 }, (_, indent) => " ".repeat(indent));

/** Returns the indentation of a line. */
export function margin(indent: number): string {
  return margins[indent] ?? " ".repeat(indent);
}

function isAscii(text: string): boolean {
  return !/[^\x20-\x7e]/.test(text);
}
