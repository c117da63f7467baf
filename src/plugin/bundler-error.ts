import type { Failure } from "./failure.js";

/** An error as Rollup, Rolldown and Vite pass it on. */
export interface BundlerError {
  readonly message: string;
  readonly plugin: string;
  /** The file that is wrong. */
  id?: string;
  /** Line and column from 1, so that editors open at the place. */
  loc?: { file: string; line: number; column: number };
  frame?: string;
  /** Empty if it is no failure of a program: bundlers would show where in Ashlar it was found. */
  stack: string;
}

/** The failure with the first place as its own; the frame shows all of them. */
export function bundlerError({ message, frame, problems: [first], stack }: Failure): BundlerError {
  return {
    message,
    plugin: "ashlar",
    stack: stack ?? "",
    ...(first && { id: first.path, loc: { file: first.path, line: first.line, column: first.column } }),
    ...(frame !== "" && { frame }),
  };
}

/** The same to be thrown: not every bundler makes an error of it. */
export function thrownError(failure: Failure): Error & BundlerError {
  return Object.assign(new Error(failure.message), bundlerError(failure));
}
