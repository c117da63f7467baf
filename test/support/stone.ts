import { expect } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import type { Api, Field, Struct, Union } from "../../src/ir/api.js";
import { specFiles } from "./stone-text.js";

/** The API of a right specification, whose first file may lack its namespace. Its namespace is `t` unless it says otherwise. */
export function apiOf(spec: string): Api {
  return apiOfTexts(specFiles(spec).map(({ text }) => text));
}

/** The API of right files, given as they are. */
export function apiOfTexts(texts: readonly string[]): Api {
  const { api, diagnostics } = compile(texts.map((text, index) => ({ path: `${index}.stone`, text })));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  if (api === undefined) {
    throw new Error("There is no API.");
  }
  return api;
}

/** The errors of a specification, whose first file may lack its namespace, as `line code`. */
export function errorsOf(spec: string): string[] {
  return errorsOfTexts(specFiles(spec).map(({ text }) => text));
}

/** The errors of files, given as they are, as `line code`. */
export function errorsOfTexts(texts: readonly string[]): string[] {
  return compile(texts.map((text, index) => ({ path: `${index}.stone`, text })))
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ line, code }) => `${line} ${code}`);
}

export function typeNamed(api: Api, name: string): Struct | Union {
  const type = api.namespaces.flatMap(({ types }) => types).find((candidate) => candidate.name === name);
  if (type === undefined) {
    throw new Error(`There is no type ${name}.`);
  }
  return type;
}

export function fieldNamed(api: Api, type: string, field: string): Field {
  const found = typeNamed(api, type).fields.find(({ name }) => name === field);
  if (found === undefined) {
    throw new Error(`${type} has no field ${field}.`);
  }
  return found;
}

export function namesOf(list: readonly { readonly name: string }[]): string[] {
  return list.map(({ name }) => name);
}

/** The examples of a type as JSON values, by label. */
export function examplesOf(api: Api, type: string): Record<string, unknown> {
  return Object.fromEntries(typeNamed(api, type).examples.map(({ label, value }) => [label, value]));
}
