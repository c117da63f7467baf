import type { Api, Namespace } from "../ir/api.js";
import { toSurface, type Definition } from "./api-data.js";
import { ids } from "./input-ids.js";

/** What is in an API, in pieces that are compared: JSON without line breaks, by the ids of the inputs. */
export type ApiTexts = ReadonlyMap<string, string>;

/** The texts of an API. What is left out of them follows from others, see {@link changedInputs}. */
export function apiTexts({ namespaces, stoneCfg }: Api): ApiTexts {
  const texts = new Map<string, string>();
  const add = (id: string, value: unknown): void => {
    texts.set(id, toText(value));
  };
  add(ids.namespaces, namespaces.map(nameOf));
  add(ids.stoneCfg, stoneCfg && nameOf(stoneCfg));
  for (const namespace of stoneCfg === undefined ? namespaces : [...namespaces, stoneCfg]) {
    const { name, doc, routes, aliases, types, imports, annotationTypes, annotations } = namespace;
    const definitions: readonly Definition[] = [
      ...aliases.map((alias) => ({ kind: "alias", alias }) as const),
      ...types,
    ];
    add(ids.namespace(name), { imports, annotationTypes, annotations });
    add(ids.doc(name), doc);
    add(ids.routes(name), routes);
    add(
      ids.definitions(name),
      [aliases, types].flatMap((list) => list.map(nameOf)),
    );
    definitions.forEach((definition) => {
      add(ids.definition(name, definition.kind === "alias" ? definition.alias.name : definition.name), definition);
    });
  }
  return texts;
}

function nameOf({ name }: Pick<Namespace, "name">): string {
  return name;
}

function toText(value: unknown): string {
  try {
    return JSON.stringify(value ?? null);
  } catch {
    // There is a bigint. No member of the IR has an empty name.
    return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? { "": String(part) } : part));
  }
}

/** The ids of all inputs that differ between two versions of an API. */
export function changedInputs(before: ApiTexts, after: ApiTexts): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(id), after.get(id)];
    if (old !== now) {
      changed.add(id);
      const [namespace = ""] = id.split(/[. ]/);
      changed.add(ids.namespace(namespace));
      if (id.includes(".") && (old === undefined || now === undefined || surfaceText(old) !== surfaceText(now))) {
        changed.add(ids.surface(id));
      }
    }
  }
  return changed;
}

function surfaceText(text: string): string {
  return JSON.stringify(toSurface(JSON.parse(text) as Definition));
}
