import { compile } from "../../src/compiler/compile.js";
import type { Api, Json, Name, StringType, Type } from "../../src/ir/api.js";
import { Lookup } from "../../src/ir/walk.js";
import { specFiles } from "./spec-files.js";

/** The API of all `.stone` files below a folder. */
export function compileFiles(folder: string): Api {
  const { api, diagnostics } = compile(specFiles(folder));
  if (api === undefined) {
    throw new Error(`${folder} does not compile: ${diagnostics[0]?.message ?? ""}`);
  }
  return api;
}

/** JSON values of a type, made from the examples of its specification; one at least, whatever the type. */
export function examplesOf(api: Api, type: Type): Json[] {
  switch (type.kind) {
    case "ref":
      return examplesOfName(api, type);
    case "list":
      return [examplesOf(api, type.of)];
    case "map":
      return [{ key: examplesOf(api, type.value)[0] ?? null }];
    case "nullable":
      return [null, ...examplesOf(api, type.of)];
    case "void":
      return [null];
    case "boolean":
      return [true];
    case "string":
      return [fittingText(type)];
    case "bytes":
      return ["Ynl0ZXM="];
    case "timestamp":
      return ["2015-05-12T15:50:38Z"];
    default:
      return [1];
  }
}

/** A text that a string of that type may be, of those that specifications are made of. */
function fittingText({ minLength = 0, maxLength = Infinity, pattern }: StringType): string {
  const candidates = ["text", "ab2a04450bfd", "/path", "ptid:1a5n2i6d3OYEAAAAAAAAAYa", "a@b.example", "x".repeat(40)];
  const found = candidates.find((text) => {
    const fits = pattern === undefined || new RegExp(`^(?:${pattern})$`).test(text);
    return fits && text.length >= minLength && text.length <= maxLength;
  });
  if (found === undefined) {
    throw new Error(`Add a text to the candidates that matches ${pattern ?? ""}.`);
  }
  return found;
}

function examplesOfName(api: Api, { namespace, name }: Name): Json[] {
  const found = api.namespaces.find((candidate) => candidate.name === namespace);
  const alias = found?.aliases.find((candidate) => candidate.name === name);
  if (alias !== undefined) {
    return examplesOf(api, alias.type);
  }
  const type = found?.types.find((candidate) => candidate.name === name);
  const written = (type?.examples ?? []).map(({ value }) => corrected(value));
  if (type?.kind === "union") {
    return [...written, ...missingTags(api, { namespace, name }, written)];
  }
  return written.length > 0 ? written : [structExample(api, { namespace, name })];
}

/** The example with a revision that is one: the public API shows a text which its own pattern does not match (TYPE-8). */
function corrected(example: Json): Json {
  return JSON.parse(JSON.stringify(example).replaceAll("ab2rij4i5ojgfd", "ab2a04450bfd")) as Json;
}

/** A value of a struct that its specification shows no example of: with what must be there. */
function structExample(api: Api, name: Name): Json {
  const lookup = new Lookup(api);
  const required = lookup
    .allFields(name)
    .filter(({ field }) => field.default === undefined && !lookup.isNullable(field.type));
  return Object.fromEntries(required.map(({ field }) => [field.name, examplesOf(api, field.type)[0] ?? null]));
}

/** A value for each tag of a union that its examples do not show. */
function missingTags(api: Api, union: Name, shown: readonly Json[]): Json[] {
  const lookup = new Lookup(api);
  const tags = new Set(shown.map((value) => (value as { readonly ".tag": string })[".tag"]));
  return lookup
    .allFields(union)
    .filter(({ field }) => !tags.has(field.name))
    .map(({ field }) => {
      const [value] = examplesOf(api, lookup.withoutNull(field.type));
      return lookup.plainStruct(lookup.withoutNull(field.type)) === undefined
        ? { ".tag": field.name, [field.name]: value ?? null }
        : { ".tag": field.name, ...(value as { readonly [key: string]: Json }) };
    });
}
