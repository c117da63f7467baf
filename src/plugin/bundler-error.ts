import type { Failure } from "./failure.js";

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
