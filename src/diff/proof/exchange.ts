import type { Type } from "../../ir/api.js";
import type { Side } from "../pairing.js";
import type { Part } from "../verdict.js";
import { isSameReading } from "./readings.js";

/** The generated codecs of the three parts of a route. */
export interface RouteCodecs {
  encode(part: Part, value: unknown): unknown;
  /** Throws an error that has a `path` if the codec rejects the JSON. */
  decode(part: Part, json: unknown, isStrict: boolean): unknown;
}

/** Parses and prints JSON with integers of any size. */
export interface JsonText {
  parse(text: string): unknown;
  stringify(value: unknown): string;
}

/** A side of an exchange: its types, and the codecs generated from them. */
export interface Party {
  readonly side: Side;
  readonly type: Type;
  readonly codecs: RouteCodecs;
}

/** The result of sending a message. */
export type Outcome =
  | { readonly kind: "accepted" }
  /** The reader understands another value. */
  | { readonly kind: "altered"; readonly written: unknown; readonly read: unknown }
  | { readonly kind: "refused"; readonly path: string; readonly message: string }
  /** The writer's own side also rejects it (CMP-2). */
  | { readonly kind: "no message" };

/** Reads the JSON of a message with its own side and with the other side. Servers read arguments strictly. */
export function exchange(part: Part, message: unknown, writer: Party, reader: Party): Outcome {
  const isStrict = part === "arg";
  let written: unknown;
  try {
    written = writer.codecs.decode(part, message, isStrict);
  } catch {
    return { kind: "no message" };
  }
  let reading: unknown;
  try {
    reading = reader.codecs.decode(part, message, isStrict);
  } catch (thrown) {
    const path = thrown instanceof Error && "path" in thrown ? String(thrown.path) : "";
    return { kind: "refused", path, message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
  return isSameReading(writer, written, reader, reading)
    ? { kind: "accepted" }
    : { kind: "altered", written, read: reading };
}
