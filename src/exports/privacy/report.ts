import { resolveBinding, type BindingOptions } from "../../generator/facts/binding-options.js";
import { attributeText, authenticationKinds } from "../../generator/facts/context.js";
import type { Api, Name, Namespace, Route, Type } from "../../ir/api.js";
import { qualified, routeName } from "../../ir/names.js";
import { Lookup } from "../../ir/walk.js";
import { plainText } from "../../ir/plain-text.js";
import { findProblems, type PrivacyFinding } from "./findings.js";
import { MarkedPlaces, type Mark, type MarkedPlace } from "./marked-places.js";
import type { PrivacyMark, PrivacyRow, PrivacyTypeRow, RoutePart } from "./row.js";
import { namesInType, reachableNames } from "../../ir/references.js";

export interface PrivacyReport {
  readonly rows: readonly PrivacyRow[];
  /** The marked places in types that no route uses, such as the token responses of OAuth. */
  readonly types: readonly PrivacyTypeRow[];
  readonly findings: readonly PrivacyFinding[];
}

export interface PrivacyOptions {
  readonly binding?: BindingOptions | undefined;
  /** The annotations or annotation types whose rows are listed, such as `privacy.PersonalData`; all by default. */
  readonly annotations?: readonly string[] | undefined;
}

const parts: readonly RoutePart[] = ["arg", "result", "error"];

/**
 * Returns the places where messages contain data that is redacted, omitted for most callers, or annotated, and probable
 * oversights.
 */
export function privacyReport(api: Api, { binding = {}, annotations }: PrivacyOptions = {}): PrivacyReport {
  const lookup = new Lookup(api);
  const marked = new MarkedPlaces(lookup);
  const describe = new RowWriter(api, resolveBinding(binding));
  const all = api.namespaces.flatMap((namespace) =>
    namespace.routes.flatMap((route) =>
      parts.flatMap((part) => marked.in(route[part]).map((place) => describe.row(namespace, route, part, place))),
    ),
  );
  const inTypes = unreachedTypes(api, lookup).flatMap((name) =>
    marked.in({ kind: "ref", ...name }).map((place) => ({ type: qualified(name), ...describe.mark(place) })),
  );
  const isChosen = ({ annotation, annotationType }: PrivacyMark): boolean =>
    annotations === undefined ||
    [annotation, annotationType].some((name) => name !== undefined && annotations.includes(name));
  return {
    rows: all.filter(isChosen),
    types: inTypes.filter(isChosen),
    findings: findProblems(api, lookup, all),
  };
}

/** Returns the types and aliases that are not part of any message, nor of another type in the result. */
function unreachedTypes({ namespaces }: Api, lookup: Lookup): readonly Name[] {
  const reached = new Set<string>();
  const reach = (type: Type): void => heldTypes(type, lookup).forEach((name) => reached.add(name));
  namespaces.forEach(({ routes }) => routes.forEach((route) => parts.forEach((part) => reach(route[part]))));
  const unreached = namespaces
    .flatMap(({ name: namespace, aliases, types }) => [...aliases, ...types].map(({ name }) => ({ namespace, name })))
    .filter((name) => !reached.has(qualified(name)));
  const held = new Set(
    unreached.flatMap((name) =>
      [...heldTypes({ kind: "ref", ...name }, lookup)].filter((other) => other !== qualified(name)),
    ),
  );
  const isHeld = (name: Name): boolean => held.has(qualified(name));
  // For types that contain each other in a cycle, the first one represents the others.
  return [...unreached.filter((name) => !isHeld(name)), ...unreached.filter(isHeld)].filter((name) => {
    const isNew = !reached.has(qualified(name));
    reach({ kind: "ref", ...name });
    return isNew;
  });
}

class RowWriter {
  readonly #binding: ReturnType<typeof resolveBinding>;
  /** The documentation of annotation types. */
  readonly #docs: ReadonlyMap<string, string | undefined>;

  constructor(api: Api, binding: ReturnType<typeof resolveBinding>) {
    this.#binding = binding;
    this.#docs = new Map(
      api.namespaces.flatMap(({ name: namespace, annotationTypes }) =>
        annotationTypes.map(({ name, doc }) => [qualified({ namespace, name }), plainText(doc)] as const),
      ),
    );
  }

  row(namespace: Namespace, route: Route, part: RoutePart, place: MarkedPlace): PrivacyRow {
    return {
      route: routeName(namespace.name, route),
      part,
      direction: part === "arg" ? "into" : "out of",
      ...this.mark(place),
      permission: attributeText(route, this.#binding.attributes.permission),
      authentication: authenticationKinds(route, { binding: this.#binding }),
    };
  }

  mark({ path, mark }: MarkedPlace): PrivacyMark {
    return { path, ...this.#describe(mark) };
  }

  #describe(mark: Mark): Omit<PrivacyMark, "path"> {
    switch (mark.kind) {
      case "redactor": {
        const { kind, regex, annotation } = mark.redactor;
        return { kind, expression: regex === "" ? undefined : regex, annotation: qualified(annotation) };
      }
      case "omitted":
        return { kind: "omitted", caller: mark.caller };
      case "annotation": {
        const { annotation, type, args } = mark.applied;
        return {
          kind: "annotation",
          annotation: qualified(annotation),
          annotationType: qualified(type),
          args,
          doc: this.#doc(type),
        };
      }
    }
  }

  #doc(type: Name): string | undefined {
    return this.#docs.get(qualified(type));
  }
}

/** Returns the types and aliases that messages of a type can contain, including the type itself, as qualified names. */
function heldTypes(type: Type, lookup: Lookup): ReadonlySet<string> {
  return new Set(reachableNames(namesInType(type), (name) => directlyHeld(name, lookup)).map(qualified));
}

function directlyHeld(name: Name, lookup: Lookup): readonly Name[] {
  const definition = lookup.definition(name);
  if (definition.kind === "alias") {
    return namesInType(definition.alias.type);
  }
  const subtypes = definition.kind === "struct" ? (definition.subtypes?.tags ?? []) : [];
  return [
    ...subtypes.map(({ type }) => type),
    ...lookup.allFields(name).flatMap(({ field }) => namesInType(field.type)),
  ];
}
