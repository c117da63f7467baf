import type { Code, Root } from "mdast";

/** A guide: a page in Markdown that people have written. */
export interface Guide {
  /** The file, as errors name it. */
  readonly path: string;
  /** The name of its page. */
  readonly name: string;
  readonly title: string;
  readonly order: number;
  readonly tree: Root;
  /** Its programs, in their order: blocks of code that are run whenever the site is built. */
  readonly fences: readonly Code[];
}

/** Something that is wrong in a guide. */
export interface GuideProblem {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** What the fences of a guide print, in their order; a fence that prints nothing has an empty text. */
export type Outputs = ReadonlyMap<Code, string>;
