import { expect } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { applyFilters, type Filters } from "../../../src/ir/filters/filters.js";
import { hasProblems } from "../../../src/ir/filters/problems.js";
import type { Api } from "../../../src/ir/api.js";

/** The API of the texts, of which each is a file. */
export function apiOf(...texts: string[]): Api {
  const { api, diagnostics } = compile(texts.map((text, index) => ({ path: `${index}.stone`, text })));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  if (api === undefined) {
    throw new Error("does not compile");
  }
  return api;
}

/** The part of the API that the filters leave. */
export function filtered(api: Api, filters: Filters): Api {
  const outcome = applyFilters(api, filters);
  if (hasProblems(outcome)) {
    throw new Error(outcome.problems.join("\n"));
  }
  return outcome;
}

/** Why the filters cannot be applied; empty if they can. */
export function problemsOf(api: Api, filters: Filters): readonly string[] {
  const outcome = applyFilters(api, filters);
  return hasProblems(outcome) ? outcome.problems : [];
}

/** `namespace.route`, or `namespace.route:2`, of all routes. */
export function routesOf(api: Api): string[] {
  return api.namespaces.flatMap((namespace) =>
    namespace.routes.map(({ name, version }) => `${namespace.name}.${name}${version === 1 ? "" : `:${version}`}`),
  );
}

/** `namespace.Type` of all structs and unions. */
export function typesOf(api: Api): string[] {
  return api.namespaces.flatMap((namespace) => namespace.types.map(({ name }) => `${namespace.name}.${name}`));
}
