import type { Api, Field, Json, Name, Type } from "../../ir/api.js";
import { namesRedactedAlias } from "../../ir/references.js";
import { qualified } from "../../ir/names.js";
import type { Lookup } from "../../ir/walk.js";
import type { PrivacyRow } from "./row.js";
import { isObject } from "../../ir/is-object.js";

/** A probable oversight about private data. */
export interface PrivacyFinding {
  readonly code:
    "unredacted-twin" | "redacted-in-error" | "redacted-in-example" | "key-not-redacted" | "result-not-redacted";
  /** The field, tag, alias or route that the finding is about. */
  readonly place: string;
  /** The reason as a sentence. */
  readonly reason: string;
}

/** A field or tag, with its place and its owner. */
interface Member {
  readonly place: string;
  readonly owner: Name;
  readonly field: Field;
}

/** Returns all findings about an API. `rows` are those of the whole report. */
export function findProblems(api: Api, lookup: Lookup, rows: readonly PrivacyRow[]): PrivacyFinding[] {
  const members = api.namespaces.flatMap(({ name: namespace, types }) =>
    types.flatMap(({ name, fields }) =>
      fields.map((field) => ({ place: `${namespace}.${name}.${field.name}`, owner: { namespace, name }, field })),
    ),
  );
  return [
    ...unredactedTwins(members, lookup),
    ...redactedErrors(rows),
    ...redactedExamples(api, members, lookup),
    ...openKeys(api, members, lookup),
    ...openResults(rows),
  ];
}

/** Reports string fields that have the name or the alias of a redacted one, but are not redacted. */
function unredactedTwins(members: readonly Member[], lookup: Lookup): PrivacyFinding[] {
  const redacted = members.filter(({ field }) => isRedacted(field, lookup));
  const open = members.filter(({ field }) => !isRedacted(field, lookup) && isText(field.type, lookup));
  return open.flatMap(({ place, field }) => {
    const alias = aliasOf(field.type, lookup);
    const twin =
      redacted.find((other) => alias !== undefined && aliasOf(other.field.type, lookup) === alias) ??
      redacted.find((other) => other.field.name === field.name);
    if (twin === undefined) {
      return [];
    }
    const common = twin.field.name === field.name ? `the name ${field.name}` : `the alias ${alias ?? ""}`;
    return [{ code: "unredacted-twin", place, reason: `It is not redacted, but ${twin.place} with ${common} is.` }];
  });
}

function redactedErrors(rows: readonly PrivacyRow[]): PrivacyFinding[] {
  const inErrors = rows.filter(({ part, kind }) => part === "error" && (kind === "blot" || kind === "hash"));
  return inErrors.map(({ route, path }) => ({
    code: "redacted-in-error",
    place: route,
    reason: `Its error carries redacted data at ${path === "" ? "the top" : path}, and errors are logged more widely.`,
  }));
}

/** Reports examples in which the value of a redacted field looks real. */
function redactedExamples(api: Api, members: readonly Member[], lookup: Lookup): PrivacyFinding[] {
  const redacted = members.filter(({ field }) => isRedacted(field, lookup));
  return api.namespaces.flatMap(({ name: namespace, types }) =>
    types.flatMap(({ name, examples }) => {
      const type = { namespace, name };
      const own = lookup.allFields(type);
      return examples.flatMap(({ label, value }) =>
        redacted
          .filter(({ owner, field }) =>
            own.some((one) => one.field === field && qualified(one.owner) === qualified(owner)),
          )
          .filter(({ field }) => looksReal(memberOf(value, field.name)))
          .map(({ field }): PrivacyFinding => ({
            code: "redacted-in-example",
            place: `${qualified(type)}.${field.name}`,
            reason: `The example '${label}' has a value that looks real for a redacted field.`,
          })),
      );
    }),
  );
}

/** Reports maps whose values are redacted, because redactors never apply to keys. */
function openKeys(api: Api, members: readonly Member[], lookup: Lookup): PrivacyFinding[] {
  const isMap = (type: Type): boolean => lookup.bare(type).kind === "map";
  const aliases = api.namespaces.flatMap(({ name, aliases }) =>
    aliases
      .filter(({ redactor, type }) => redactor !== undefined && isMap(type))
      .map((alias) => `${name}.${alias.name}`),
  );
  const fields = members.filter(({ field }) => field.redactor !== undefined && isMap(field.type));
  return [...aliases, ...fields.map(({ place }) => place)].map((place) => ({
    code: "key-not-redacted",
    place,
    reason: "The values of the map are redacted, and its keys are not.",
  }));
}

/** Reports routes that have redacted data in the argument but not in the result. */
function openResults(rows: readonly PrivacyRow[]): PrivacyFinding[] {
  const redactedIn = (part: string): Set<string> =>
    new Set(
      rows.filter((row) => row.part === part && (row.kind === "blot" || row.kind === "hash")).map(({ route }) => route),
    );
  const results = redactedIn("result");
  return [...redactedIn("arg")]
    .filter((route) => !results.has(route))
    .map((route) => ({
      code: "result-not-redacted",
      place: route,
      reason: "Its argument is redacted in logs, and nothing of its result is.",
    }));
}

/** Whether the values of a field are redacted, by the field, its alias, or the alias of its items. */
function isRedacted(field: Field, lookup: Lookup): boolean {
  return field.redactor !== undefined || namesRedactedAlias(field.type, lookup);
}

/** Returns the alias that is the type of a field; undefined if the type is not an alias. */
function aliasOf(type: Type, lookup: Lookup): string | undefined {
  const bare = type.kind === "nullable" ? type.of : type;
  return bare.kind === "ref" && lookup.definition(bare).kind === "alias" ? qualified(bare) : undefined;
}

function isText(type: Type, lookup: Lookup): boolean {
  return lookup.bare(type).kind === "string";
}

function memberOf(value: Json, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Whether a value is a string of at least two different characters. */
function looksReal(value: Json | undefined): boolean {
  return typeof value === "string" && new Set(value).size > 1;
}
