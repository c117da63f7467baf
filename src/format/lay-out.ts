import { blankLinesBetween, type Limits, type Line } from "./blank-lines.js";
import { commentLevel } from "./comments.js";
import { toBlocks, type Block } from "./kept.js";
import { indentation, printRow, trimEnd } from "./print-row.js";
import { findRoles, type Role } from "./roles.js";
import type { Row } from "./rows.js";

/** Consecutive lines of a file, and their formatted text. */
export interface Piece {
  /** Offsets in the file, from the start of the first line to the end of the last, without its line ending. */
  readonly start: number;
  readonly end: number;
  /** The level of the first line. */
  readonly level: number;
  /** The number of blank lines before the first line. */
  readonly blankLines: number;
  readonly text: string;
}

/** A block, its formatted text, and the properties of its lines of code. */
interface PrintedBlock extends Block {
  readonly text: string;
  /** The lines of code in the block, in order. */
  readonly lines: readonly Line[];
  /** The first line of code in or after the block. */
  readonly next: Line | undefined;
}

/** Formats the rows of a file. `source` is the text of the file. */
export function layOut(rows: readonly Row[], source: string, lineWidth: number): Piece[] {
  const placement = new Placement();
  return printBlocks(rows, source, lineWidth).map((block) => {
    const { blankLines, level } = placement.place(block);
    const [first] = block.rows;
    const isComment = first.kind === "comment" && !block.isKept;
    return {
      start: first.start,
      end: block.rows.at(-1)?.end ?? first.end,
      level,
      blankLines,
      text: isComment ? indentation(level) + block.text : block.text,
    };
  });
}

function printBlocks(rows: readonly Row[], source: string, lineWidth: number): PrintedBlock[] {
  const roles = findRoles(rows);
  const printed: PrintedBlock[] = [];
  let next: Line | undefined;
  for (const block of toBlocks(rows).reverse()) {
    const text = printBlock(block, source, lineWidth);
    const lines: Line[] = [];
    for (const [index, row] of [...block.rows.entries()].reverse()) {
      const role = roles[block.index + index];
      if (role !== undefined) {
        const rowText = block.isKept ? source.slice(row.start, row.end) : text;
        const isWholeItem = (next?.level ?? 0) === 0 && !rowText.includes("\n");
        next = { role, level: row.level, isWholeItem };
        lines.push(next);
      }
    }
    printed.push({ rows: block.rows, index: block.index, isKept: block.isKept, text, lines: lines.reverse(), next });
  }
  return printed.reverse();
}

function printBlock({ rows, isKept }: Block, source: string, lineWidth: number): string {
  const [first] = rows;
  if (isKept) {
    return source.slice(first.start, rows.at(-1)?.end);
  }
  return first.kind === "comment" ? trimEnd(first.tokens[0]?.text ?? "") : printRow(first, source, lineWidth);
}

/**
 * Determines blank lines and the levels of comments while it passes through a file from start to end (FMT-40 to
 * FMT-46).
 */
class Placement {
  /** The last line of code. */
  #before: Line | undefined;
  /** The last line of code of each level. */
  readonly #siblings: Role[] = [];
  #isAtStart = true;
  #isAfterComment = false;
  /** Whether the blank lines that the rules require between two lines of code have been placed, before a comment. */
  #isGapPassed = false;
  /** The level of the last line. */
  #above = 0;

  /** Returns the number of blank lines before the next block, and the level of its first line. */
  place(block: PrintedBlock): { readonly blankLines: number; readonly level: number } {
    const { rows, next } = block;
    const [first] = rows;
    const below = next?.level ?? 0;
    const level = first.kind === "comment" ? commentLevel(first.level, this.#above, below) : first.level;
    const { min, max } = this.#limits(first.kind === "comment", level, next);
    const blankLines = this.#isAtStart ? 0 : Math.min(Math.max(first.blankLines, min), max);
    this.#isAtStart = false;
    this.#pass(block, level);
    return { blankLines, level };
  }

  #limits(isComment: boolean, level: number, next: Line | undefined): Limits {
    const betweenComments = { min: 0, max: level === 0 ? 2 : 1 };
    if (this.#before !== undefined && level > (next?.level ?? 0)) {
      return { min: 0, max: 1 }; // a comment that belongs to the code above it
    }
    if (this.#before === undefined || this.#isGapPassed) {
      return isComment ? betweenComments : { min: 0, max: 1 };
    }
    this.#isGapPassed = true;
    if (next === undefined) {
      return betweenComments;
    }
    const { min, max } = blankLinesBetween(this.#before, this.#siblings[next.level], next);
    return { min, max: this.#isAfterComment ? Math.max(max, 1) : max };
  }

  #pass({ rows, lines }: PrintedBlock, level: number): void {
    this.#isAfterComment = rows.at(-1)?.kind === "comment";
    this.#above = level;
    for (const line of lines) {
      this.#before = line;
      this.#siblings[line.level] = line.role;
      this.#isGapPassed = false;
      this.#above = line.level;
    }
  }
}

/** Joins consecutive pieces, without the blank lines before the first one. */
export function joinPieces(pieces: readonly Piece[]): string {
  return pieces
    .map(({ blankLines, text }, index) => (index === 0 ? text : "\n".repeat(blankLines + 1) + text))
    .join("");
}
