import { readLexemes, type Lexeme } from "../../src/syntax/lexemes.js";

/** Numbers from 0 to 9. */
export type Choices = () => number;

/** The same numbers in each run for the same seed (mulberry32). */
export function choicesOf(seed: number): Choices {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % 10;
  };
}

/** The text in another layout of which FMT-20 to FMT-28 leave nothing: spaces between tokens and at line ends, line ends. */
export function scrambleSpaces(text: string, choose: Choices): string {
  const lines = toLines(text).map((lexemes) =>
    lexemes.map((lexeme, index) => respace(lexeme, lexemes[index - 1], choose)),
  );
  const scrambled = lines.map((line) => line.join("") + " ".repeat(choose() % 3)).join("\n");
  return choose() < 5 ? scrambled : scrambled.replaceAll("\n", "\r\n");
}

/**
 * The text in another layout with the same meaning: blank lines, the indentation of comments, new comments, and line
 * breaks in parentheses too.
 */
export function scrambleLayout(text: string, choose: Choices): string {
  let openParens = 0;
  let count = 0;
  const comment = (): string => `# comment ${++count}`;
  const lines = toLines(text).flatMap((lexemes) => {
    const depthBefore = openParens;
    const indentation = lexemes[0]?.kind === "space" ? lexemes[0].text : "";
    let isBroken = false;
    const line = lexemes.map((lexeme, index) => {
      const spaced = respace(lexeme, lexemes[index - 1], choose);
      const respaced = isBroken ? spaced.trimStart() : spaced;
      isBroken &&= respaced === "";
      if (lexeme.text === "(" || lexeme.text === ")") {
        openParens += lexeme.text === "(" ? 1 : -1;
      }
      if (depthBefore > 0 || openParens === 0 || choose() > 0) {
        return respaced;
      }
      isBroken = true;
      return `${respaced}${choose() < 3 ? ` ${comment()}` : ""}\n${indentation}    `;
    });
    const isComment = lexemes.find(({ kind }) => kind !== "space")?.kind === "comment";
    const whole = isComment ? " ".repeat(choose()) + line.join("").trimStart() : line.join("");
    const mayHaveMore = depthBefore === 0 && openParens === 0;
    const above = mayHaveMore && choose() === 0 ? [" ".repeat(choose()) + comment()] : [];
    const blank = mayHaveMore ? Array<string>(choose() < 8 ? 0 : choose() % 4).fill("  ") : [];
    const after = mayHaveMore && !whole.includes("#") && choose() === 0 ? comment() : "";
    return [...above, ...blank, whole + after];
  });
  return lines.join("\n");
}

/** The comments of a text in their order, each with the token in front of it. */
export function commentsOf(text: string): string[] {
  let token = "";
  return readLexemes(text.replaceAll(/\r\n?/g, "\n")).flatMap((lexeme) => {
    if (lexeme.kind === "comment") {
      return [`${token} ${lexeme.text.trimEnd()}`];
    }
    token = ["space", "lineEnd"].includes(lexeme.kind) ? token : lexeme.kind === "string" ? '"' : lexeme.text;
    return [];
  });
}

/** The lines of a text; a string literal with several of them belongs to one. */
function toLines(text: string): Lexeme[][] {
  const lines: Lexeme[][] = [[]];
  for (const lexeme of readLexemes(text)) {
    if (lexeme.kind === "lineEnd") {
      lines.push([]);
    } else {
      lines.at(-1)?.push(lexeme);
    }
  }
  return lines;
}

/** A lexeme with other spaces in front, or instead of it; what stands first in its line is kept. */
function respace(lexeme: Lexeme, before: Lexeme | undefined, choose: Choices): string {
  if (before === undefined) {
    return lexeme.text;
  }
  if (lexeme.kind === "space") {
    return " ".repeat(1 + (choose() % 3));
  }
  return before.kind === "space" ? lexeme.text : " ".repeat(choose() % 3) + lexeme.text;
}
