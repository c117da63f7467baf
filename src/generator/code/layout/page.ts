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

/** Returns the number of terminal columns of a string, counted as prettier does. */
export function countColumns(text: string): number {
  // The expression for all emoji is slow, even to create, and most strings contain no emoji.
  const rest = mayBeEmoji.test(text) ? text.replace((emoji ??= allEmoji()), "好") : text;
  let columns = 0;
  for (const character of rest) {
    if (!/[\p{Cc}\p{Mn}\p{Me}]/u.test(character)) {
      columns += wide.test(character) ? 2 : 1;
    }
  }
  return columns;
}

const mayBeEmoji = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u20E3]/u;

let emoji: RegExp | undefined;

function allEmoji(): RegExp {
  // A literal with the flag `v` would require a newer compiler target than ours.
  return new RegExp("\\p{RGI_Emoji}", "gv");
}

/** The characters of the Unicode classes W and F (Standard Annex 11). */
const wide = new RegExp(
  [
    "[",
    "\\u1100-\\u115F\\u231A-\\u231B\\u2329-\\u232A\\u23E9-\\u23EC\\u23F0\\u23F3\\u25FD-\\u25FE\\u2614-\\u2615\\u2630-\\u2637",
    "\\u2648-\\u2653\\u267F\\u268A-\\u268F\\u2693\\u26A1\\u26AA-\\u26AB\\u26BD-\\u26BE\\u26C4-\\u26C5\\u26CE\\u26D4\\u26EA",
    "\\u26F2-\\u26F3\\u26F5\\u26FA\\u26FD\\u2705\\u270A-\\u270B\\u2728\\u274C\\u274E\\u2753-\\u2755\\u2757\\u2795-\\u2797\\u27B0",
    "\\u27BF\\u2B1B-\\u2B1C\\u2B50\\u2B55\\u2E80-\\u2E99\\u2E9B-\\u2EF3\\u2F00-\\u2FD5\\u2FF0-\\u2FFF\\u3001-\\u303E",
    "\\u3041-\\u3096\\u3099-\\u30FF\\u3105-\\u312F\\u3131-\\u318E\\u3190-\\u31E5\\u31EF-\\u321E\\u3220-\\u3247\\u3250-\\uA48C",
    "\\uA490-\\uA4C6\\uA960-\\uA97C\\uAC00-\\uD7A3\\uF900-\\uFAFF\\uFE10-\\uFE19\\uFE30-\\uFE52\\uFE54-\\uFE66\\uFE68-\\uFE6B",
    "\\u{16FE0}-\\u{16FE4}\\u{16FF0}-\\u{16FF6}\\u{17000}-\\u{18CDA}\\u{18CFF}-\\u{18D20}\\u{18D80}-\\u{18DF2}",
    "\\u{18E00}-\\u{19191}\\u{191A0}-\\u{191D2}\\u{1AFF0}-\\u{1AFF3}\\u{1AFF5}-\\u{1AFFB}\\u{1AFFD}-\\u{1AFFE}",
    "\\u{1B000}-\\u{1B128}\\u{1B132}\\u{1B150}-\\u{1B152}\\u{1B155}\\u{1B164}-\\u{1B168}\\u{1B170}-\\u{1B2FB}",
    "\\u{1D300}-\\u{1D356}\\u{1D360}-\\u{1D376}\\u{1F004}\\u{1F0CF}\\u{1F18E}\\u{1F191}-\\u{1F19A}\\u{1F1AE}",
    "\\u{1F200}-\\u{1F202}\\u{1F210}-\\u{1F23B}\\u{1F240}-\\u{1F248}\\u{1F250}-\\u{1F251}\\u{1F260}-\\u{1F265}",
    "\\u{1F300}-\\u{1F320}\\u{1F32D}-\\u{1F335}\\u{1F337}-\\u{1F37C}\\u{1F37E}-\\u{1F393}\\u{1F3A0}-\\u{1F3CA}",
    "\\u{1F3CF}-\\u{1F3D3}\\u{1F3E0}-\\u{1F3F0}\\u{1F3F4}\\u{1F3F8}-\\u{1F43E}\\u{1F440}\\u{1F442}-\\u{1F4FC}",
    "\\u{1F4FF}-\\u{1F53D}\\u{1F54B}-\\u{1F54E}\\u{1F550}-\\u{1F567}\\u{1F57A}\\u{1F595}-\\u{1F596}\\u{1F5A4}",
    "\\u{1F5FB}-\\u{1F64F}\\u{1F680}-\\u{1F6C5}\\u{1F6CC}\\u{1F6D0}-\\u{1F6D2}\\u{1F6D5}-\\u{1F6D9}\\u{1F6DC}-\\u{1F6DF}",
    "\\u{1F6EB}-\\u{1F6EC}\\u{1F6F4}-\\u{1F6FC}\\u{1F7DA}\\u{1F7E0}-\\u{1F7EB}\\u{1F7F0}\\u{1F90C}-\\u{1F93A}",
    "\\u{1F93C}-\\u{1F945}\\u{1F947}-\\u{1F9FF}\\u{1FA70}-\\u{1FA7C}\\u{1FA80}-\\u{1FAC6}\\u{1FAC8}\\u{1FACC}-\\u{1FADD}",
    "\\u{1FADF}-\\u{1FAEB}\\u{1FAEF}-\\u{1FAFA}\\u{20000}-\\u{2FFFD}\\u{30000}-\\u{3FFFD}",
    "\\u{FF01}-\\u{FF60}\\u{FFE0}-\\u{FFE6}\\u3000]",
  ].join(""),
  "u",
);

/** Thrown for code that the printer does not support. Callers then print the module with ts-morph and prettier. */
export class NotPrintable extends Error {
  constructor(code: string) {
    super(`The printer does not understand this code: ${code}`);
  }
}
