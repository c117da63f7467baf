import type { Name, Type } from "../../ir/api.js";
import { isPrimitive } from "../../ir/kinds.js";
import type { LintedType, Project } from "../project.js";
import type { TypeNames } from "../route-types.js";
import type { Rule } from "../rule.js";

export const uninhabitedType: Rule = {
  id: "uninhabited-type",
  recommended: "error",
  strict: "error",
  summary: "A struct that requires a value of its own type",
  check(project, report) {
    const uninhabited = project.get(uninhabitedTypes);
    for (const type of project.types) {
      if (uninhabited.has(type.target)) {
        report(type, `'${type.name}' has no finite value, because it requires a value of its own type.`, {
          help: "Make one of the required fields in the cycle nullable.",
        });
      }
    }
  },
};

/** Returns the structs that require a value of their own type, so that no finite message contains them. */
function uninhabitedTypes(project: Project): TypeNames {
  const inhabited = findInhabited(project);
  const structs = project.types.filter(({ type, target }) => type.kind === "struct" && !inhabited.has(target));
  return new Set(structs.filter((struct) => needsItself(struct, project, inhabited)).map(({ target }) => target));
}

function findInhabited(project: Project): TypeNames {
  const inhabited = new Set<string>();
  let left = project.all.types.map((type) => ({
    type,
    needed: type.type.kind === "struct" ? requiredTypes(type, project) : [],
    options: optionsOf(type, project),
  }));
  for (let size = -1; size < inhabited.size; left = left.filter(({ type }) => !inhabited.has(type.target))) {
    size = inhabited.size;
    for (const { type, needed, options } of left) {
      if (
        needed.every((of) => isInhabited(of, project, inhabited)) &&
        (options === undefined || options.some((of) => isInhabited(of, project, inhabited)))
      ) {
        inhabited.add(type.target);
      }
    }
  }
  return inhabited;
}

/**
 * Returns the types of a union's tags or a struct's listed subtypes, one of which must be inhabited; undefined if the
 * type has no such choice.
 */
function optionsOf(type: LintedType, { lookup }: Project): readonly Type[] | undefined {
  if (type.type.kind === "union") {
    const tags = lookup.allFields(type).map(({ field }) => field.type);
    return tags.length === 0 ? undefined : tags;
  }
  const { subtypes } = type.type;
  return subtypes?.closed === true ? subtypes.tags.map((tag): Type => ({ kind: "ref", ...tag.type })) : undefined;
}

function requiredTypes(name: Name, { lookup }: Project): Type[] {
  return lookup
    .allFields(name)
    .filter(({ field }) => field.default === undefined && !lookup.isNullable(field.type))
    .map(({ field }) => field.type);
}

function isInhabited(type: Type, project: Project, inhabited: TypeNames): boolean {
  const bare = project.lookup.withoutAliases(type);
  if (isPrimitive(bare)) {
    return true;
  }
  switch (bare.kind) {
    case "list":
      return (bare.minItems ?? 0) === 0 || isInhabited(bare.of, project, inhabited);
    case "ref":
      return inhabited.has(`${bare.namespace}.${bare.name}`);
    case "map":
    case "nullable":
    case "void":
      return true;
  }
}

/** Whether a chain of required fields leads from a struct back to itself. */
function needsItself(struct: LintedType, project: Project, inhabited: TypeNames): boolean {
  const seen = new Set<string>();
  const queue = requiredTypes(struct, project);
  for (let type = queue.pop(); type !== undefined; type = queue.pop()) {
    const bare = project.lookup.withoutAliases(type);
    const inner = bare.kind === "list" && (bare.minItems ?? 0) > 0 ? project.lookup.withoutAliases(bare.of) : bare;
    const found = inner.kind === "ref" ? project.type(inner) : undefined;
    if (found?.target === struct.target) {
      return true;
    }
    if (found !== undefined && !inhabited.has(found.target) && !seen.has(found.target)) {
      seen.add(found.target);
      queue.push(...(found.type.kind === "struct" ? requiredTypes(found, project) : []));
      queue.push(...(optionsOf(found, project) ?? []));
    }
  }
  return false;
}
