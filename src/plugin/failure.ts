import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { UsageError } from "../project/failure.js";
import type { Diagnostic } from "../text/diagnostics/diagnostic.js";
import { renderAll, type TextOf } from "../text/diagnostics/render.js";
import { summarize } from "../text/diagnostics/summarize.js";
import { Source } from "../text/source.js";

/** The reason why the package could not be generated. */
export interface Failure {
  /** A single sentence. */
  readonly message: string;
  /** The invalid lines of the specification, with marks and help; empty for other failures. */
  readonly frame: string;
  /** The errors in the specification; empty for other failures. */
  readonly problems: readonly Problem[];
  /** The stack trace of a custom emitter or of Ashlar itself; undefined for mistakes of the user. */
  readonly stack: string | undefined;
}

/** A diagnostic, and the text of the first line that it is about. */
export interface Problem extends Diagnostic {
  /** The absolute path of the file. */
  readonly path: string;
  readonly lineText: string;
}

/** Returns the failure for an invalid specification. */
export async function specificationFailure(diagnostics: readonly Diagnostic[]): Promise<Failure> {
  const texts = await readTexts(diagnostics);
  const frames = renderAll(diagnostics, texts, { color: false });
  const [only] = diagnostics.length === 1 ? diagnostics : [];
  return {
    message: only?.message ?? `${summarize(diagnostics, 0)}.`,
    frame: only === undefined ? frames : frames.replace(/^.*\n/, ""), // the first line is the message
    problems: diagnostics.map((diagnostic) => ({
      ...diagnostic,
      path: resolve(diagnostic.file),
      lineText: new Source(texts(diagnostic.file) ?? "").line(diagnostic.line),
    })),
    stack: undefined,
  };
}

/** Converts a thrown value to a failure. A UsageError is a mistake of the user, so that its stack is omitted. */
export function failureOfThrown(thrown: unknown): Failure {
  const isMistake = thrown instanceof UsageError || !(thrown instanceof Error);
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { message, frame: "", problems: [], stack: isMistake ? undefined : thrown.stack };
}

async function readTexts(diagnostics: readonly Diagnostic[]): Promise<TextOf> {
  const places = diagnostics.flatMap(({ file, related = [] }) => [file, ...related.map((place) => place.file)]);
  const texts = new Map<string, string>();
  for (const file of new Set(places)) {
    texts.set(file, await readFile(file, "utf8").catch(() => ""));
  }
  return (file) => texts.get(file);
}

/** An error in the format that Rollup, Rolldown and Vite accept. */
export interface BundlerError {
  readonly message: string;
  readonly plugin: string;
  /** The file that contains the error. */
  id?: string;
  /** Line and column from 1, so that editors open the file at this position. */
  loc?: { file: string; line: number; column: number };
  frame?: string;
  /** Empty for errors in specifications, because a stack trace of Ashlar would not help. */
  stack: string;
}

/** Converts a failure to an error, located at the first problem. The frame shows all problems. */
export function bundlerError({ message, frame, problems: [first], stack }: Failure): BundlerError {
  return {
    message,
    plugin: "ashlar",
    stack: stack ?? "",
    ...(first && { id: first.path, loc: { file: first.path, line: first.line, column: first.column } }),
    ...(frame !== "" && { frame }),
  };
}

/** Returns an Error to throw, because not every bundler converts objects to errors. */
export function thrownError(failure: Failure): Error & BundlerError {
  return Object.assign(new Error(failure.message), bundlerError(failure));
}
