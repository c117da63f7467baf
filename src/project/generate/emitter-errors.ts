import { EmitterError } from "../../generator/package/run-emitter.js";
import { UsageError } from "../failure.js";
import { displayPath } from "../paths.js";
import { fileURLToPath } from "node:url";

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

/** Returns the file that a function was loaded from; undefined if the engine does not report it. */
async function functionFile(wanted: (...args: never) => unknown): Promise<string | undefined> {
  // Few runs need the file of a function, and the inspector takes time to load.
  const { Session } = await import("node:inspector/promises");
  const session = new Session();
  const place = Symbol("a function to look up");
  const urls = new Map<string, string>();
  session.connect();
  try {
    session.on("Debugger.scriptParsed", ({ params: { scriptId, url } }) => urls.set(scriptId, url));
    await session.post("Debugger.enable");
    Reflect.set(globalThis, place, wanted);
    const { result: all } = await session.post("Runtime.evaluate", {
      expression: "Object.getOwnPropertySymbols(globalThis).map((symbol) => globalThis[symbol]).at(-1)",
    });
    const { internalProperties = [] } = await session.post("Runtime.getProperties", { objectId: all.objectId ?? "" });
    const location: unknown = internalProperties.find(({ name }) => name === "[[FunctionLocation]]")?.value?.value;
    const url = isLocation(location) ? urls.get(location.scriptId) : undefined;
    return url === undefined || url === "" ? undefined : urlPath(url);
  } catch {
    return undefined; // the file is only additional information
  } finally {
    Reflect.deleteProperty(globalThis, place);
    session.disconnect();
  }
}

function isLocation(value: unknown): value is { readonly scriptId: string } {
  return typeof value === "object" && value !== null && "scriptId" in value;
}

function urlPath(url: string): string {
  return url.startsWith("file:") ? fileURLToPath(url.replace(/\?.*$/, "")) : url;
}
