import { createContext } from "../../src/generator/facts/context.js";
import type { Api, Name } from "../../src/ir/api.js";
import { corpora, corpusFolder } from "../support/corpus.js";
import { compileFiles } from "../support/examples.js";
import { generatedPackage, type AnyRoute, type CodecOptions } from "../support/packages.js";

/** A specification with its generated package. */
export interface Packaged {
  readonly name: string;
  readonly api: Api;
  /** All callers that fields and tags are `Omitted` for. */
  readonly callers: readonly string[];
  /** The names of all structs, unions and aliases. */
  readonly types: readonly Name[];
  readonly decode: (type: Name, json: unknown, options: CodecOptions) => unknown;
}

/** All corpora and `spec/`. */
export const packagedNames: readonly string[] = ["spec", ...corpora];

export async function packaged(name: string): Promise<Packaged> {
  const api = compileFiles(name === "spec" ? "spec" : corpusFolder(name));
  const { naming } = createContext(api, { name, version: "0.0.0", binding: {} });
  const modules = new Map(
    await Promise.all(
      api.namespaces
        .filter(({ aliases, types }) => aliases.length > 0 || types.length > 0)
        .map(
          async (namespace) => [namespace.name, await generatedPackage(name, naming.folder(namespace.name))] as const,
        ),
    ),
  );
  return {
    name,
    api,
    callers: [
      ...new Set(
        api.namespaces.flatMap(({ types }) =>
          types.flatMap(({ fields }) => fields.flatMap(({ omittedCaller }) => omittedCaller ?? [])),
        ),
      ),
    ],
    types: api.namespaces.flatMap((namespace) =>
      [...namespace.aliases, ...namespace.types].map((type) => ({ namespace: namespace.name, name: type.name })),
    ),
    decode: (type, json, options) =>
      (modules.get(type.namespace)?.[`decode${naming.type(type)}`] as AnyRoute["decodeArg"])(json, options),
  };
}

/** Why a decoder refuses a value; undefined if it accepts it. */
export function refusal(decode: () => unknown): string | undefined {
  try {
    decode();
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
