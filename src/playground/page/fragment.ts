import type { SpecText } from "../messages.js";

/** The state that a link contains. */
export interface SharedState {
  readonly files: readonly SpecText[];
  /** The user's program, if it was edited. */
  readonly program?: string | undefined;
}

const start = "#spec/";
const exampleStart = "#example/";

/** Returns a state as a URL fragment: compressed JSON in base64url. */
export async function toFragment(state: SharedState): Promise<string> {
  const stream = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return start + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Returns the state in a fragment; undefined if it contains none or is truncated. Mail programs and chats escape characters
 * of links, and take the punctuation that follows for a part of them.
 */
export async function fromFragment(fragment: string): Promise<SharedState | undefined> {
  const [, shared] = /^#spec(?:\/|%2F)([\w-]+)[^\w-]*$/i.exec(fragment) ?? [];
  if (shared === undefined) {
    return undefined;
  }
  try {
    const binary = atob(shared.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const state: unknown = JSON.parse(await new Response(stream).text());
    return isState(state) ? state : undefined;
  } catch {
    return undefined;
  }
}

function isState(value: unknown): value is SharedState {
  const { files, program } = (value ?? {}) as Partial<Record<keyof SharedState, unknown>>;
  const isFile = (file: unknown): boolean =>
    typeof file === "object" &&
    file !== null &&
    "path" in file &&
    "text" in file &&
    typeof file.text === "string" &&
    isFileName(file.path);
  return (
    Array.isArray(files) &&
    files.length > 0 &&
    files.every(isFile) &&
    (program === undefined || typeof program === "string")
  );
}

/** Returns whether a value is a valid name for a specification file, without a folder. */
export function isFileName(name: unknown): name is string {
  return typeof name === "string" && /^[a-z]\w*\.stone$/i.test(name);
}

/** Returns the id of the example that a fragment names; undefined if it names none. */
export function exampleIn(fragment: string): string | undefined {
  return /^#example(?:\/|%2F)([\w-]+)[^\w-]*$/i.exec(fragment)?.[1];
}

export function exampleFragment(id: string): string {
  return exampleStart + id;
}
