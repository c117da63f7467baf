import { resolveBinding, type BindingOptions } from "../facts/binding-options.js";
import { attributeText, authenticationKinds } from "../facts/context.js";
import type { Api, Name, Namespace, Route } from "../ir/api.js";
import { qualified, routeName } from "../ir/names.js";
import { Lookup } from "../ir/walk.js";
import { plainText } from "../ir/plain-text.js";
import { findProblems, type PrivacyFinding } from "./findings.js";
import { MarkedPlaces, type Mark, type MarkedPlace } from "./marked-places.js";
import type { PrivacyRow, RoutePart } from "./row.js";

export interface PrivacyReport {
  readonly rows: readonly PrivacyRow[];
  readonly findings: readonly PrivacyFinding[];
}

export interface PrivacyOptions {
  readonly binding?: BindingOptions | undefined;
  /** Custom annotations or their types, such as `privacy.PersonalData`: only their rows are listed. All by default. */
  readonly annotations?: readonly string[] | undefined;
}

const parts: readonly RoutePart[] = ["arg", "result", "error"];

/** Where messages carry data that is redacted, omitted for most callers, or annotated, and what looks like an oversight. */
export function privacyReport(api: Api, { binding = {}, annotations }: PrivacyOptions = {}): PrivacyReport {
  const lookup = new Lookup(api);
  const marked = new MarkedPlaces(lookup);
  const describe = new RowWriter(api, resolveBinding(binding));
  const all = api.namespaces.flatMap((namespace) =>
    namespace.routes.flatMap((route) =>
      parts.flatMap((part) => marked.in(route[part]).map((place) => describe.row(namespace, route, part, place))),
    ),
  );
  const isChosen = ({ annotation, annotationType }: PrivacyRow): boolean =>
    annotations === undefined ||
    [annotation, annotationType].some((name) => name !== undefined && annotations.includes(name));
  return { rows: all.filter(isChosen), findings: findProblems(api, lookup, all) };
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

  row(namespace: Namespace, route: Route, part: RoutePart, { path, mark }: MarkedPlace): PrivacyRow {
    return {
      route: routeName(namespace.name, route),
      part,
      direction: part === "arg" ? "into" : "out of",
      path,
      ...this.#describe(mark),
      permission: attributeText(route, this.#binding.attributes.permission),
      authentication: authenticationKinds(route, { binding: this.#binding }),
    };
  }

  #describe(
    mark: Mark,
  ): Pick<PrivacyRow, "kind" | "expression" | "annotation" | "annotationType" | "args" | "doc" | "caller"> {
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
