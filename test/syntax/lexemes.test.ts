import fc from "fast-check";
import { expect, test } from "vitest";
import { readLexemes } from "../../src/syntax/lexemes.js";
import { tokenize, UnclosedString } from "../../src/syntax/tokens.js";
import { corpora, corpusFiles } from "../support/corpus.js";

const texts = corpora.flatMap((name) => corpusFiles(name).map(({ text }) => text.replaceAll(/\r\n?/g, "\n")));

test("FE-2: the texts of lexemes joined are the source", () => {
  for (const text of texts) {
    expect(
      readLexemes(text)
        .map((lexeme) => lexeme.text)
        .join("") === text,
    ).toBe(true);
  }
});

test("FE-2: the lexemes of an extent are those of its text, with offsets in the whole", () => {
  expect(readLexemes("a  b # c\nd", 3, 8)).toEqual([
    { kind: "word", text: "b", start: 3 },
    { kind: "space", text: " ", start: 4 },
    { kind: "comment", text: "# c", start: 5 },
  ]);
});

/** The tokens that the parser reads, as offset and text; line ends stand for what follows them too. */
function tokensOf(text: string): string[] {
  return tokenize(text)
    .tokens.filter(({ image }) => !image.startsWith("\n"))
    .map(({ startOffset, image }) => `${startOffset} ${image}`);
}

function lexemesOf(text: string): string[] {
  return readLexemes(text)
    .filter(({ kind }) => !["space", "lineEnd", "comment", "illegal"].includes(kind))
    .map(({ start, text: image }) => `${start} ${image}`);
}

test("FE-2: lexemes are the tokens that the parser reads, and what is between them", () => {
  const text = texts.find((candidate) => candidate.length > 1000) ?? "";
  expect(lexemesOf(text)).toEqual(tokensOf(text));
  const anyText = fc.stringMatching(/^(?:[ab_1./\\"#\n\t ()[\]{},:=?@;é-]|true|null|1\.5e-3){0,30}$/);
  fc.assert(
    fc.property(anyText, (sample) => {
      // After a quote that nothing closes there are lexemes, but no tokens.
      const unclosed = tokenize(sample).tokens.find(({ tokenType }) => tokenType === UnclosedString);
      const readable = sample.slice(0, unclosed?.startOffset);
      expect(lexemesOf(readable)).toEqual(tokensOf(sample).slice(0, unclosed === undefined ? undefined : -1));
    }),
    { numRuns: 500 },
  );
});
