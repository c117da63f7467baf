import type { Name, Type } from "../ir/api.js";
import type { Project } from "./project.js";

/** The names of structs and unions, such as `files.Metadata`. */
export type TypeNames = ReadonlySet<string>;

/** The types that are reachable from arguments of routes. */
export function reachedFromArguments(project: Project): TypeNames {
  return reach(
    project,
    project.routes.map(({ route }) => route.arg),
  );
}

/** The types that are reachable from results of routes, errors not included. */
export function reachedFromResults(project: Project): TypeNames {
  return reach(
    project,
    project.routes.map(({ route }) => route.result),
  );
}

/** The types that are reachable from routes or from the schema of attributes. */
export function reachedFromRoutes(project: Project): TypeNames {
  const routes = project.routes.flatMap(({ route }): Type[] => [route.arg, route.result, route.error]);
  const schema = (project.api.stoneCfg?.types ?? []).map(({ name }): Type => ({
    kind: "ref",
    namespace: "stone_cfg",
    name,
  }));
  return reach(project, [...routes, ...schema]);
}

/**
 * All types reachable from others: through fields, tags, parents, listed subtypes, aliases, lists, maps and nullables.
 */
export function reach({ lookup }: Project, roots: readonly Type[]): TypeNames {
  const found = new Set<string>();
  const queue = [...roots];
  const addName = (name: Name | undefined): void => {
    if (name !== undefined) {
      queue.push({ kind: "ref", namespace: name.namespace, name: name.name });
    }
  };
  for (let type = queue.pop(); type !== undefined; type = queue.pop()) {
    switch (type.kind) {
      case "list":
      case "nullable":
        queue.push(type.of);
        break;
      case "map":
        queue.push(type.value);
        break;
      case "ref": {
        const key = `${type.namespace}.${type.name}`;
        const definition = lookup.definition(type);
        if (definition.kind === "alias") {
          queue.push(definition.alias.type);
        } else if (!found.has(key)) {
          found.add(key);
          addName(definition.parent);
          queue.push(...definition.fields.map((field) => field.type));
          if (definition.kind === "struct") {
            definition.subtypes?.tags.forEach((tag) => {
              addName(tag.type);
            });
          }
        }
        break;
      }
      default:
        break;
    }
  }
  return found;
}
