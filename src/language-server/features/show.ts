import type { Namespace, Api, Field, Route, Struct, Union } from "../../ir/api.js";
import { toJson } from "../../ir/json.js";
import type * as ast from "../../syntax/ast.js";
import type { DeclaredType } from "../symbols/names.js";
import { targetType, type Target } from "../symbols/target.js";
import { typeAt } from "./hierarchies.js";
import { occurrenceAt } from "./places.js";
import type { Snapshot } from "./project.js";
import { printJson } from "../../ir/print-json.js";

/** Returns the compiled form of a name's target, in the format of `ashlar ir` (LSP-71); undefined if there is none. */
export function showIr(snapshot: Snapshot, path: string, offset: number): string | undefined {
  const only = namespaceOfTarget(snapshot, path, offset);
  return only && toJson({ namespaces: [only], stoneCfg: undefined });
}

/** Returns the namespace of a name's target, reduced to the target; complete if the target is a namespace. */
export function namespaceOfTarget(snapshot: Snapshot, path: string, offset: number): Namespace | undefined {
  const target = occurrenceAt(snapshot, path, offset)?.resolve();
  return target && onlyTarget(target, snapshot);
}

function onlyTarget(target: Target, snapshot: Snapshot): Namespace | undefined {
  const find = (name: string): Namespace | undefined =>
    snapshot.apiOf(name).namespaces.find((namespace) => namespace.name === name);
  if (target.kind === "namespace") {
    return find(target.name);
  }
  if (target.kind === "route") {
    const namespace = find(target.namespace);
    const { node } = target;
    return (
      namespace && {
        ...emptyNamespace(namespace),
        routes: namespace.routes.filter(({ name }) => name === node.name.text),
      }
    );
  }
  const declared = target.kind === "definition" ? target : "owner" in target ? target.owner : undefined;
  const namespace = declared && find(declared.namespace);
  const isSame = ({ name }: { readonly name: string }): boolean => name === declared?.node.name.text;
  return (
    namespace && {
      ...emptyNamespace(namespace),
      types: namespace.types.filter(isSame),
      aliases: namespace.aliases.filter(isSame),
      annotations: namespace.annotations.filter(isSame),
      annotationTypes: namespace.annotationTypes.filter(isSame),
    }
  );
}

function emptyNamespace({ name, doc }: Namespace): Namespace {
  return { name, doc, imports: [], annotationTypes: [], annotations: [], aliases: [], types: [], routes: [] };
}

/** Returns the examples of the type that a name refers to, as JSON; undefined if there are none. */
export function showWire(snapshot: Snapshot, path: string, offset: number): string | undefined {
  const target = occurrenceAt(snapshot, path, offset)?.resolve();
  const type =
    typeAt(snapshot, path, offset) ??
    (target && (targetType(target) ?? ("owner" in target ? target.owner : undefined)));
  if (type === undefined || (type.node.kind !== "struct" && type.node.kind !== "union")) {
    return undefined;
  }
  const compiled = compiledType(snapshot.apiOf(type.namespace), { namespace: type.namespace, node: type.node });
  const examples = compiled?.examples ?? [];
  return examples.length === 0
    ? undefined
    : printJson(Object.fromEntries(examples.map(({ label, value }) => [label, value])), { indent: "  " });
}

/** Returns a namespace of the compiled API, which may be the schema of attributes. */
function namespaceIn({ namespaces, stoneCfg }: Api, name: string): Namespace | undefined {
  return namespaces.find((namespace) => namespace.name === name) ?? (stoneCfg?.name === name ? stoneCfg : undefined);
}

/** Returns the compiled struct or union that a declaration declares. */
export function compiledType(api: Api, { namespace, node }: DeclaredType): Struct | Union | undefined {
  return namespaceIn(api, namespace)?.types.find(({ name }) => name === node.name.text);
}

export function compiledField(api: Api, owner: DeclaredType, node: ast.Field): Field | undefined {
  return compiledType(api, owner)?.fields.find(({ name }) => name === node.name.text);
}

export function compiledRoute(api: Api, namespace: string, node: ast.Route): Route | undefined {
  return namespaceIn(api, namespace)?.routes.find(
    ({ name, version }) => name === node.name.text && version === node.version,
  );
}
