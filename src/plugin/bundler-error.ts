import type { Failure } from "./failure.js";

/** An error in the form that Rollup, Rolldown and Vite pass on. */
export interface BundlerError {
  readonly message: string;
  readonly plugin: string;
  /** The file with the error. */
  id?: string;
  /** Line and column from 1, so that editors open the file at this position. */
  loc?: { file: string; line: number; column: number };
  frame?: string;
  /** Empty for errors in specifications: bundlers would show a stack trace of Ashlar. */
  stack: string;
}

/** Returns the failure, located at the first problem. Its frame shows all of them. */
export function bundlerError({ message, frame, problems: [first], stack }: Failure): BundlerError {
  return {
    message,
    plugin: "ashlar",
    stack: stack ?? "",
    ...(first && { id: first.path, loc: { file: first.path, line: first.line, column: first.column } }),
    ...(frame !== "" && { frame }),
  };
}

/** Returns an Error to throw: not every bundler converts objects to errors. */
export function thrownError(failure: Failure): Error & BundlerError {
  return Object.assign(new Error(failure.message), bundlerError(failure));
}
