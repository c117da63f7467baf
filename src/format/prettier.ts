import type { AstPath, Doc, Parser, Plugin, Printer } from "prettier";
import { builders } from "prettier/doc";
import { formatFile, formatRange } from "./format.js";

/** The tree of a specification for Prettier, which is just the formatted text. */
interface StoneText {
  readonly text: string;
}

const pragma = /^\s*#[ \t]*@(?:format|prettier)[ \t]*(?:\n|$)/;

/** An error like those of Prettier's own parsers, so that Prettier shows the position in a code frame. */
class StoneSyntaxError extends SyntaxError {
  readonly loc: { readonly start: LinePosition; readonly end: LinePosition };

  constructor(message: string, start: LinePosition, end: LinePosition) {
    super(`${message} (${start.line}:${start.column})`);
    this.loc = { start, end };
  }
}

/** A position. Lines and columns are counted from 1, as Prettier requires. */
interface LinePosition {
  readonly line: number;
  readonly column: number;
}

/** The options of runs that format only a range. */
const rangeRuns = new WeakSet<object>();

const parser: Parser<StoneText> = {
  astFormat: "stone",
  locStart: () => 0,
  locEnd: ({ text }) => text.length,
  hasPragma: (text) => pragma.test(text),
  preprocess: (text, options) => {
    const { rangeStart: start, rangeEnd: end, printWidth } = options;
    if (start === 0 && end >= text.length) {
      return text;
    }
    // Prettier supports ranges only for its own languages. For others, it returns the preprocessed text, so that this
    // text must already be formatted.
    rangeRuns.add(options);
    return formatRange(text, { start, end }, printWidth);
  },
  parse: (text, options) => {
    if (rangeRuns.has(options)) {
      return { text };
    }
    const { printWidth, filepath } = options;
    const formatted = formatFile(filepath, text, { lineWidth: printWidth });
    const [first] = formatted.diagnostics ?? [];
    if (first !== undefined) {
      const { message, line, column, endLine, endColumn } = first;
      throw new StoneSyntaxError(message, { line, column }, { line: endLine, column: endColumn });
    }
    return { text: formatted.text ?? text };
  },
};

const printer: Printer<StoneText> = {
  // A `hardline` would remove spaces at line ends, which are part of string literals.
  print: ({ node }: AstPath<StoneText>): Doc => builders.join(builders.literalline, node.text.split("\n")),
  insertPragma: (text) => `# @format\n\n${text}`,
};

export const languages: Plugin["languages"] = [{ name: "Stone", parsers: ["stone"], extensions: [".stone"] }];
export const parsers: { readonly stone: Parser<StoneText> } = { stone: parser };
export const printers: { readonly stone: Printer<StoneText> } = { stone: printer };
