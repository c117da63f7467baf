import { EmitterError } from "../../generator/package/emitter-error.js";
import { UsageError } from "../failure.js";
import { functionFile } from "./function-file.js";
import { displayPath } from "../display-path.js";

/** Returns the result of `work`. If a custom emitter fails, throws a UsageError that names the emitter and its file. */
export async function withEmitterErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    throw thrown instanceof EmitterError ? new UsageError(await explain(thrown), { cause: thrown }) : thrown;
  }
}

async function explain({ emitter, message, cause }: EmitterError): Promise<string> {
  const file = await functionFile(emitter);
  const name = emitter.name === "" ? "An emitter without a name" : `The emitter \`${emitter.name}\``;
  const place = file === undefined ? "" : ` in ${displayPath(file)}`;
  return `${name}${place} ${message}${cause === undefined ? "" : `: ${emitterTrace(cause)}`}`;
}

/** Returns the stack trace of a thrown value, up to where Ashlar called the emitter. */
function emitterTrace(thrown: unknown): string {
  if (!(thrown instanceof Error)) {
    return String(thrown);
  }
  const lines = (thrown.stack ?? thrown.message).split("\n");
  const end = lines.findIndex((line) => /^ +at .*\brunEmitter\b/.test(line));
  return (end < 0 ? lines : lines.slice(0, end)).join("\n");
}
