import { fileURLToPath } from "node:url";

/** Returns the file that a function was loaded from; undefined if the engine does not report it. */
export async function functionFile(wanted: (...args: never) => unknown): Promise<string | undefined> {
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
