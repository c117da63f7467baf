import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A page of the documentation: its path from the root of the repository, and its text. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** A block of code in a page. */
export interface Block {
  readonly path: string;
  /** The line of its first ``` in the page, from 1. */
  readonly line: number;
  /** What stands after the three backquotes: the language, and what the test is to know. */
  readonly info: string;
  /** The code, without the indentation of a list that the block stands in. */
  readonly code: string;
}

/** All pages that define rules or show specifications: the folders of documents and the READMEs. */
export function pages(): Page[] {
  const inFolders = ["docs", "service/docs"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .sort()
      .map((name) => join(folder, name).replaceAll("\\", "/")),
  );
  return [
    ...inFolders,
    "README.md",
    "ARCHITECTURE.md",
    "src/README.md",
    "templates/README.md",
    "service/README.md",
  ].map((path) => ({
    path,
    text: readFileSync(path, "utf8"),
  }));
}

/** The blocks of code of a page, in their order. */
export function blocksOf({ path, text }: Page): Block[] {
  return [...text.matchAll(/^( *)```([^\n]*)\n([^]*?)^ *```$/gm)].map(
    ([whole, indentation = "", info = "", code = ""]) => ({
      path,
      line: text.slice(0, text.indexOf(whole)).split("\n").length,
      info: info.trim(),
      code: code.replaceAll(new RegExp(`^${indentation}`, "gm"), ""),
    }),
  );
}

/** The rows of all tables of a page: the texts of their cells, without the lines below the heads. */
export function rowsOf({ text }: Page): string[][] {
  return [...text.matchAll(/^ *\|(.*)\|$/gm)]
    .map(([, row = ""]) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .filter((cells) => !cells.every((cell) => /^-*$/.test(cell)));
}

/** A cell that is code, without its backquotes; undefined for any other. */
export function codeIn(cell: string | undefined): string | undefined {
  return /^`([^`]*)`$/.exec(cell ?? "")?.[1];
}
