import type { Field, Name, Type } from "../../../ir/api.js";
import { isNumberType } from "../../../ir/kinds.js";
import type { Lookup } from "../../../ir/walk.js";
import { definitionFact } from "../../facts/api-fact.js";
import type { Context } from "../../facts/context.js";
import type { SharedFunction } from "../../facts/naming.js";

/** The formats that have their own check, which is faster and smaller than the general check. */
const isoFormats: ReadonlyMap<string, SharedFunction> = new Map([
  ["%Y-%m-%d", "isoDay"],
  ["%Y-%m-%dT%H:%M:%SZ", "isoSecond"],
  ["%Y-%m-%dT%H:%M:%S.%fZ", "isoMicrosecond"],
]);

/** `isoFormats` for timestamps that are a `Date` in memory. */
const isoDateFormats: ReadonlyMap<string, SharedFunction> = new Map([
  ["%Y-%m-%d", "isoDayDate"],
  ["%Y-%m-%dT%H:%M:%SZ", "isoSecondDate"],
]);

/** Returns format to the function that checks its timestamps, for formats that have their own check. */
export function isoChecks({ timestamps }: Context["options"]): ReadonlyMap<string, SharedFunction> {
  return timestamps === "date" ? isoDateFormats : isoFormats;
}

/** Whether the check of a type needs the mode, for itself or for a check that it calls. */
export function takesMode(type: Type, context: Context): boolean {
  if (type.kind === "nullable") {
    return takesMode(type.of, context);
  }
  return looksAtMode(type, context) || (type.kind === "ref" && calledChecksTakeMode(type, context));
}

/** The number of aliases in a chain that one call visits. The result for the rest of the chain is computed once and shared. */
const aliasesAtOnce = 50;

/**
 * Whether the check of a type calls a check that needs the mode, directly or indirectly. Chains of types may be long and
 * share types, so each type is visited once, without recursion. Only long chains of aliases cause recursion, which ends
 * because aliases cannot be circular.
 */
const calledChecksTakeMode: (name: Name, context: Context) => boolean = definitionFact(
  ({ namespace, name }, context) => {
    const seen = new Set<string>();
    const reached: Type[] = [{ kind: "ref", namespace, name }];
    let isChain = true;
    for (const [index, each] of reached.entries()) {
      isChain &&= each.kind === "nullable" || isAlias(each, context);
      if (isChain && each.kind === "ref" && index >= aliasesAtOnce) {
        return calledChecksTakeMode(each, context);
      }
      const key = each.kind === "ref" ? `${each.namespace}.${each.name}` : undefined;
      if (key !== undefined && seen.has(key)) {
        continue;
      }
      if (looksAtMode(each, context)) {
        return true;
      }
      if (key !== undefined) {
        seen.add(key);
      }
      reached.push(...innerTypes(each, context));
    }
    return false;
  },
);

function isAlias(type: Type, { lookup }: Context): boolean {
  return type.kind === "ref" && lookup.definition(type).kind === "alias";
}

function looksAtMode(type: Type, { lookup, options }: Context): boolean {
  switch (type.kind) {
    case "int64":
    case "uint64":
      return options.int64 === "bigint"; // a bigint in memory, a number in JSON
    case "timestamp":
      return options.timestamps === "date";
    case "list":
    case "map":
    case "void":
      return true;
    case "ref": {
      const definition = lookup.definition(type);
      if (definition.kind === "alias") {
        return definition.alias.redactor !== undefined;
      }
      return definition.kind === "struct" || lookup.isOpen(type) || hasTagWithMode(type, lookup, options);
    }
    case "boolean":
    case "bytes":
    case "string":
    case "int32":
    case "uint32":
    case "float32":
    case "float64":
    case "nullable":
      return false;
  }
}

function hasTagWithMode(union: Name, lookup: Lookup, options: Context["options"]): boolean {
  return lookup.allFields(union).some(({ field }) => {
    const isRestricted = field.omittedCaller !== undefined || field.redactor !== undefined;
    const isOptional = lookup.isNullable(field.type) && hasCheckFunction(lookup.withoutNull(field.type), options);
    return isRestricted || isOptional || isCheckedUnder(field, lookup);
  });
}

/** Whether there is a function that checks the type with only the value and the mode as arguments. The runtime's `optional` calls such functions. */
export function hasCheckFunction(type: Type, options: Context["options"]): boolean {
  if (isNumberType(type)) {
    return type.min === undefined && type.max === undefined;
  }
  switch (type.kind) {
    case "list":
    case "map":
    case "nullable":
      return false;
    case "string":
      return type.minLength === undefined && type.maxLength === undefined && (type.pattern ?? "") === "";
    case "timestamp":
      return isoChecks(options).has(type.format);
    case "boolean":
    case "bytes":
    case "void":
    case "ref":
      return true;
  }
}

/**
 * Whether the runtime's `under` checks the variant of a tag, by calling the check of the variant's value. `under` passes the
 * mode even to checks that do not need it.
 */
export function isCheckedUnder({ name, type, redactor }: Field, lookup: Lookup): boolean {
  // `under` assigns the member, and an assignment to this name would set the prototype.
  return type.kind === "ref" && !lookup.isNullable(type) && redactor === undefined && name !== "__proto__";
}

/** Returns the types whose checks the check of a type calls. */
function innerTypes(type: Type, { lookup }: Context): Type[] {
  if (type.kind === "nullable") {
    return [type.of];
  }
  if (type.kind !== "ref") {
    return [];
  }
  const definition = lookup.definition(type);
  return definition.kind === "alias"
    ? [definition.alias.type]
    : lookup.allFields(type).map(({ field }) => lookup.withoutNull(field.type));
}
