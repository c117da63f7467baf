import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Position, Range } from "vscode-languageserver";
import type { Source } from "../../text/source.js";

/** The units in which a client counts the columns of a line. */
export type Encoding = "utf-16" | "utf-8";

export function toOffset(source: Source, { line, character }: Position, encoding: Encoding): number {
  const column = encoding === "utf-16" ? character : utf16Length(source.line(line + 1), character);
  return source.offset({ line: line + 1, column: column + 1 });
}

export function toPosition(source: Source, offset: number, encoding: Encoding): Position {
  const { line, column } = source.position(offset);
  const before = column - 1;
  const character = encoding === "utf-16" ? before : Buffer.byteLength(source.line(line).slice(0, before));
  return { line: line - 1, character };
}

export function toRange(source: Source, start: number, end: number, encoding: Encoding): Range {
  return { start: toPosition(source, start, encoding), end: toPosition(source, end, encoding) };
}

/** Returns the number of UTF-16 code units in the first `bytes` bytes of a line in UTF-8. */
export function utf16Length(line: string, bytes: number): number {
  return Buffer.from(line).subarray(0, bytes).toString().length;
}

/** Returns the path of a `file:` URI; undefined for other URIs, such as those of untitled documents. */
export function pathOfUri(uri: string): string | undefined {
  if (!uri.startsWith("file:")) {
    return undefined;
  }
  try {
    return resolve(fileURLToPath(uri)); // the root of a file system may end with a slash
  } catch {
    return undefined;
  }
}

export function uriOfPath(path: string): string {
  return pathToFileURL(path).href;
}

/** Normalizes a URI, because clients escape the URI of a file in different ways. */
export function normalizeUri(uri: string): string {
  const path = pathOfUri(uri);
  return path === undefined ? uri : uriOfPath(path);
}
