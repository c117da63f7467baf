import { parseJson } from "../../templates/runtime/text/json.js";
import { pascalCase } from "../../src/generator/facts/naming.js";
import { recordedVectors } from "./corpus.js";
import type { AnyRoute, CodecOptions, Exports } from "./packages.js";

interface Expectation {
  readonly ok: boolean;
  readonly reencoded?: unknown;
  readonly reencodedText?: string;
  readonly output?: unknown;
  readonly outputText?: string;
  readonly encodeError?: string;
}

/** What Stone's own runtime did with a message. */
export interface Vector extends Expectation {
  readonly id: string;
  readonly set: string;
  readonly kind: "decode" | "decode-text" | "encode-permissions" | "redact";
  readonly namespace: string;
  readonly type: string;
  readonly input?: unknown;
  readonly inputText?: string;
  readonly text?: string;
  readonly strict?: boolean;
  readonly permissions?: readonly string[];
  readonly decodePermissions?: readonly string[];
  readonly quirk?: string;
  readonly recommended?: Expectation;
}

export interface Codec {
  decode(json: unknown, options?: CodecOptions): unknown;
  encode(value: unknown, options?: CodecOptions): unknown;
  redact(value: unknown, options?: CodecOptions): unknown;
}

/** The codec for what a vector calls its type: a type, an alias, or `route NAME:VERSION PART`. */
export function codecOf(vector: Vector, exports: Exports): Codec {
  const route = /^route (.*):(\d+) (arg|result|error)$/.exec(vector.type);
  if (route === null) {
    const name = pascalCase(vector.type);
    return { decode: exports[`decode${name}`], encode: exports[`encode${name}`], redact: exports[`redact${name}`] };
  }
  const [, name, version, part = ""] = route;
  const value = Object.values(exports).find(
    (candidate: Partial<AnyRoute>) =>
      candidate.name === `${vector.namespace}/${name ?? ""}` && candidate.version === Number(version),
  ) as Record<string, never>;
  const member = pascalCase(part);
  const [decode, encode, redact] = ["decode", "encode", "redact"].map((verb) => value[`${verb}${member}`]);
  return { decode, encode, redact } as unknown as Codec;
}

/** The recorded vectors of `wirelab` or `dropbox`, with large integers as bigints. */
export function wireVectors(set: "wirelab" | "dropbox"): Vector[] {
  return recordedVectors(set).map((line) => parseJson(line) as Vector);
}
