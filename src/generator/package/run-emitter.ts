import type { PackageOptions } from "../facts/package-options.js";
import type { Emitter } from "../emit/emitter.js";
import type { EmittedFile } from "../code/module.js";
import type { Api } from "../../ir/api.js";
import { isObject } from "../../ir/is-object.js";

const expected = 'A file is `{ kind: "text", path, text }` or `{ kind: "module", path, statements }`.';

/**
 * Runs a user's emitter and returns its files. Throws an {@link EmitterError} if the emitter fails or returns anything but
 * files.
 */
export function runEmitter(emitter: Emitter, api: Api, options: PackageOptions): readonly EmittedFile[] {
  let result: unknown;
  try {
    result = emitter(api, options);
  } catch (thrown) {
    throw new EmitterError(emitter, "failed", thrown);
  }
  if (result instanceof Promise) {
    result.catch(() => undefined); // only the promise itself is the problem, not its rejection
    throw new EmitterError(emitter, `returned a promise instead of a list of files: emitters are synchronous`);
  }
  if (!Array.isArray(result)) {
    throw new EmitterError(emitter, `returned ${describe(result)} instead of a list of files. ${expected}`);
  }
  const files: readonly unknown[] = result;
  for (const [index, file] of files.entries()) {
    const problem = findProblem(file);
    if (problem !== undefined) {
      throw new EmitterError(emitter, `returned ${describeFile(file, index)} ${problem}. ${expected}`);
    }
  }
  return files as readonly EmittedFile[];
}

/** Returns the problem of a file, as a phrase that follows its description; undefined if there is none. */
function findProblem(file: unknown): string | undefined {
  if (!isObject(file)) {
    return `that is ${describe(file)}`;
  }
  const { kind, path, text, statements } = file;
  if (kind !== "text" && kind !== "module") {
    return kind === undefined ? "without `kind`" : `with the kind ${JSON.stringify(kind)}`;
  }
  if (typeof path !== "string") {
    return path === undefined ? "without `path`" : `whose \`path\` is ${describe(path)}`;
  }
  if (path.split("/").some((segment) => segment === "" || segment === ".")) {
    return "whose `path` is not of the form `docs/routes.md`, relative to the folder of the package";
  }
  if (kind === "text") {
    return typeof text === "string" ? undefined : `whose \`text\` is ${describe(text)}`;
  }
  return Array.isArray(statements) ? undefined : `whose \`statements\` are ${describe(statements)}`;
}

function describeFile(file: unknown, index: number): string {
  const path = isObject(file) ? file["path"] : undefined;
  return typeof path === "string" && path !== "" ? `the file ${path}` : `a file (number ${index + 1} of its list)`;
}

function describe(value: unknown): string {
  if (value === undefined || value === null) {
    return String(value);
  }
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Thrown when a user's emitter fails or returns something that is not a file. */
export class EmitterError extends Error {
  override readonly name = "EmitterError";
  readonly emitter: Emitter;

  /** `problem` is a predicate whose subject is "The emitter". `cause` is what the emitter threw, if it did. */
  constructor(emitter: Emitter, problem: string, cause?: unknown) {
    super(problem, cause === undefined ? undefined : { cause });
    this.emitter = emitter;
  }
}
