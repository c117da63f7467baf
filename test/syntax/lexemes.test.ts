import { expect, test } from "vitest";
import { readLexemes } from "../../src/syntax/lexemes.js";
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
