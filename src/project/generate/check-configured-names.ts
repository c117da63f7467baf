import { nearestName } from "../../text/diagnostics/nearest-name.js";
import { patternWithoutMatch, routeNames } from "../../generator/facts/route-selection.js";
import { resolveBinding, type BindingOptions, type RouteSelection } from "../../generator/facts/binding-options.js";
import { attributeText, hasKnownStyle } from "../../generator/facts/context.js";
import {
  isNamespaceIdentifier,
  isRouteIdentifier,
  isTypeIdentifier,
  type ConfiguredNames,
} from "../../generator/facts/naming.js";
import { schemaFields } from "../../ir/filters/attributes.js";
import type { Api } from "../../ir/api.js";
import { matchesName, qualified } from "../../ir/names.js";
import type { Config } from "../config.js";
import { UsageError } from "../failure.js";

/**
 * Throws a UsageError if the configuration names something that the API does not contain, because the setting would be
 * ignored. Presets are not checked, because they were made for other APIs.
 */
export function checkConfiguredNames(
  api: Api,
  {
    binding = {},
    docs = {},
    effects = {},
    lazyNamespaces = [],
    names = {},
  }: Pick<Config, "binding" | "docs" | "effects" | "lazyNamespaces" | "names">,
): void {
  const { attributes = {}, idempotent = {}, idempotency, retry, revisionFields = [], contentHash, webhooks } = binding;
  const listAttributes = (): string[] => attributeNames(api);
  for (const [use, name] of Object.entries(attributes)) {
    checkName(`binding.attributes.${use}`, name, listAttributes, "no route attribute has this name");
  }
  checkSelection("binding.idempotent", idempotent, api);
  checkSelection("binding.idempotency", idempotency, api);
  const tags = (): string[] => tagNames(api).map((name) => name.replace(/^.*\./, ""));
  for (const tag of (retry?.errors ?? []).flatMap((path) => path.split("/"))) {
    checkName("binding.retry.errors", tag, tags, "no union has this tag");
  }
  for (const effect of ["reads", "writes", "destroys"] as const) {
    checkSelection(`effects.${effect}`, effects[effect], api);
  }
  const routes = (): readonly string[] => routeNames(api);
  checkName("docs.firstCall", docs.firstCall, routes, "no route has this name");
  for (const [index, group] of (docs.groups ?? []).entries()) {
    const unmatched = patternWithoutMatch(group.routes, api);
    checkName(`docs.groups[${index}].routes`, unmatched, routes, "no route has such a name");
  }
  checkNames("routes", names.routes, routes, isRouteIdentifier, "an identifier");
  checkNames("types", names.types, () => typeNames(api), isTypeIdentifier, "a name in PascalCase");
  checkNames("variants", names.variants, () => tagNames(api), isTypeIdentifier, "a name in PascalCase");
  const namespaces = (): string[] => api.namespaces.map(({ name }) => name);
  checkNames("namespaces", names.namespaces, namespaces, isNamespaceIdentifier, "a name in camelCase");
  for (const name of lazyNamespaces) {
    checkName("lazyNamespaces", name, namespaces, "no namespace has this name");
    if (!callableNamespaces(api, binding).includes(name)) {
      throw new UsageError(`'lazyNamespaces' has '${name}', but this namespace has no routes that clients can call.`);
    }
  }
  for (const type of [webhooks?.payload ?? []].flat()) {
    checkName("binding.webhooks.payload", type, () => typeNames(api), "no type has this name");
  }
  for (const field of revisionFields) {
    checkName("binding.revisionFields", field, () => fieldNames(api), "no field has this name");
  }
  if (contentHash) {
    checkName("binding.contentHash.field", contentHash.field, () => fieldNames(api), "no field has this name");
    for (const route of contentHash.downloads) {
      checkName("binding.contentHash.downloads", route, routes, "no route has this name");
    }
  }
}

function checkSelection(option: string, selection: RouteSelection | undefined, api: Api): void {
  const { attributes = {}, routes = [] } = selection ?? {};
  for (const [attribute, patterns] of Object.entries(attributes)) {
    checkName(`${option}.attributes`, attribute, () => attributeNames(api), "no route attribute has this name");
    const values = attributeValues(api, attribute);
    const unmatched = [patterns].flat().find((pattern) => !values.some((value) => matchesName(pattern, value)));
    checkName(`${option}.attributes.${attribute}`, unmatched, () => values, "no route has such a value");
  }
  checkName(`${option}.routes`, patternWithoutMatch(routes, api), () => routeNames(api), "no route has such a name");
}

function checkNames(
  kind: keyof ConfiguredNames,
  names: Readonly<Record<string, string>> = {},
  known: () => readonly string[],
  isRight: (name: string) => boolean,
  form: string,
): void {
  const option = `names.${kind}`;
  for (const [key, name] of Object.entries(names)) {
    checkName(option, key, known, `no ${kind.slice(0, -1)} has such a name`);
    if (!isRight(name)) {
      throw new UsageError(
        `'${option}' calls '${key}' '${name}', which cannot be a name in the generated package. Choose ${form} that is not reserved.`,
      );
    }
  }
}

/** `known` returns the names that exist. It is a function because most configurations name nothing. */
function checkName(option: string, name: string | undefined, known: () => readonly string[], none: string): void {
  if (name === undefined) {
    return;
  }
  const names = known();
  if (!names.includes(name)) {
    throw noSuch(option, name, names, none);
  }
}

function noSuch(option: string, name: string, known: readonly string[], none: string): UsageError {
  const nearest = nearestName(name, known);
  const hint = nearest === undefined ? "" : ` Did you mean '${nearest}'?`;
  return new UsageError(`'${option}' has '${name}', but ${none}.${hint}`);
}

/** Returns the namespaces with routes that clients can call. */
function callableNamespaces(api: Api, binding: BindingOptions): string[] {
  const mapping = resolveBinding(binding);
  return api.namespaces
    .filter(({ routes }) => routes.some((route) => hasKnownStyle(route, mapping)))
    .map(({ name }) => name);
}

function fieldNames(api: Api): string[] {
  const types = api.namespaces.flatMap((namespace) => namespace.types);
  return [...new Set(types.flatMap(({ fields }) => fields.map(({ name }) => name)))];
}

function typeNames(api: Api): string[] {
  return api.namespaces.flatMap(({ name: namespace, aliases, types }) =>
    [...aliases, ...types].map(({ name }) => qualified({ namespace, name })),
  );
}

/** Returns the tags of unions and of subtypes: `files.Metadata.file`. */
function tagNames(api: Api): string[] {
  return api.namespaces.flatMap(({ name: namespace, types }) =>
    types.flatMap((type) => {
      const tags = type.kind === "union" ? type.fields : (type.subtypes?.tags ?? []);
      return tags.map(({ name }) => `${qualified({ namespace, name: type.name })}.${name}`);
    }),
  );
}

function attributeNames(api: Api): string[] {
  return schemaFields(api).map(({ field }) => field.name);
}

function attributeValues(api: Api, attribute: string): string[] {
  const routes = api.namespaces.flatMap((namespace) => namespace.routes);
  const values = routes.flatMap((route) => attributeText(route, attribute) ?? []);
  return [...new Set(values)];
}
