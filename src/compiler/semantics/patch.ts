import * as diagnostics from "../../text/diagnostics/catalogue.js";
import { withRelated, type Report } from "../../text/diagnostics/diagnostic.js";
import { nearestName } from "../../text/diagnostics/nearest-name.js";
import type * as ast from "../../syntax/ast.js";
import {
  canonicalName,
  describeKind,
  type Declaration,
  type DeclaredNamespace,
  type DeclaredType,
  type ExampleSource,
} from "./declarations.js";

/** Applies a patch to the type that it names (PATCH-5, PATCH-6). Reports PATCH errors. */
export function applyPatch(
  patch: ast.Patch,
  namespace: DeclaredNamespace,
  namesWithoutNamespace: ReadonlySet<string> | undefined,
  report: Report,
): void {
  const name = patch.name.text;
  const target = findTarget(name, namespace);
  if (target === undefined) {
    if (namespace.routes.has(name)) {
      report(diagnostics.patchKind(patch.span, name, "a route"));
    } else if (!namespace.brokenNames.has(name) && namesWithoutNamespace?.has(name) !== true) {
      report(diagnostics.patchUnknown(patch.span, name, nearestName(name, namespace.definitions.keys())));
    }
    return;
  }
  const kind = patch.target === "struct" ? "struct" : "union";
  if (target.kind !== "type" || target.node.kind !== kind) {
    const finding = diagnostics.patchKind(
      patch.span,
      name,
      describeKind(target.kind === "type" ? target.node : target),
    );
    report(withRelated(finding, target.node.span, "declared here"));
    return;
  }
  if (target.node.kind === "union" && target.node.closed !== (patch.target === "union_closed")) {
    const finding = diagnostics.patchOpenness(patch.span, name, target.node.closed);
    report(withRelated(finding, target.node.span, "declared here"));
    return;
  }
  namespace.definitions.set(target.node.name.text, {
    ...target,
    fields: [...target.fields, ...newFields(patch, target, report)],
    examples: patchedExamples(patch, target, report),
  });
}

/**
 * Returns the definition that a patch names, preferably by its exact name, otherwise by its canonical name (PATCH-2).
 */
function findTarget(name: string, namespace: DeclaredNamespace): Declaration | undefined {
  const exact = namespace.definitions.get(name);
  if (exact !== undefined) {
    return exact;
  }
  const similarName = namespace.canonicalNames
    .get(canonicalName(name))
    ?.find((declared) => !declared.isRoute && declared.namespace === namespace.name);
  return similarName === undefined ? undefined : namespace.definitions.get(similarName.name);
}

function newFields(patch: ast.Patch, target: DeclaredType, report: Report): ast.Field[] {
  return patch.fields.filter((field) => {
    const existing = target.node.fields.find(({ name }) => name.text === field.name.text);
    if (existing !== undefined) {
      const finding = diagnostics.patchFieldExists(field.span, field.name.text, target.node.name.text);
      report(withRelated(finding, existing.span, "first declared here"));
    }
    return existing === undefined;
  });
}

function patchedExamples(patch: ast.Patch, target: DeclaredType, report: Report): ExampleSource[] {
  const examples = target.examples.map(({ node, entries }) => ({ node, entries: [...entries] }));
  for (const example of patch.examples) {
    const label = example.label.text;
    const existing = examples.find(({ node }) => node.label.text === label);
    if (existing === undefined) {
      const labels = target.examples.map(({ node }) => node.label.text);
      const finding = diagnostics.patchExampleUnknown(example.span, label, target.node.name.text);
      report(
        labels.length === 0
          ? finding
          : withRelated(finding, target.node.span, `existing examples: ${labels.join(", ")}`),
      );
      continue;
    }
    for (const entry of example.entries) {
      const index = existing.entries.findIndex(({ name }) => name.text === entry.name.text);
      if (index === -1) {
        existing.entries.push(entry);
      } else {
        existing.entries[index] = entry;
      }
    }
  }
  return examples;
}
