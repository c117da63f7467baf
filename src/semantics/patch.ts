import * as say from "../diagnostics/catalogue.js";
import { withRelated } from "../diagnostics/diagnostic.js";
import type * as ast from "../syntax/ast.js";
import { canonicalName } from "./declare.js";
import { describeKind, type Definition, type Program, type Scope, type TypeDefinition } from "./program.js";

/** Adds what patches say to the types of the scopes (PATCH-5, PATCH-6). Reports PATCH errors. */
export function applyPatches(program: Program): void {
  for (const { scope, node } of program.patches) {
    applyPatch(node, scope, program);
  }
}

function applyPatch(patch: ast.Patch, scope: Scope, program: Program): void {
  const name = patch.name.text;
  const target = findTarget(name, scope);
  if (target === undefined) {
    if (scope.routes.has(name)) {
      program.report(say.patchKind(patch.span, name, "a route"));
    } else if (!scope.brokenNames.has(name) && program.homelessNames?.has(name) !== true) {
      program.report(
        say.patchUnknown(
          patch.span,
          name,
          program.suggestions.nearest(name, () => scope.definitions.keys()),
        ),
      );
    }
    return;
  }
  const kind = patch.target === "struct" ? "struct" : "union";
  if (target.kind !== "type" || target.node.kind !== kind) {
    const finding = say.patchKind(patch.span, name, describeKind(target));
    program.report(withRelated(finding, target.node.span, "declared here"));
    return;
  }
  if (target.node.kind === "union" && target.node.closed !== (patch.target === "union_closed")) {
    const finding = say.patchOpenness(patch.span, name, target.node.closed);
    program.report(withRelated(finding, target.node.span, "declared here"));
    return;
  }
  addFields(patch, target, program);
  addExamples(patch, target, program);
}

/** PATCH-2: the target is found by its canonical name. */
function findTarget(name: string, scope: Scope): Definition | undefined {
  const exact = scope.definitions.get(name);
  if (exact !== undefined) {
    return exact;
  }
  const alike = scope.canonicalNames
    .get(canonicalName(name))
    ?.find((declared) => !declared.isRoute && declared.namespace === scope.name);
  return alike === undefined ? undefined : scope.definitions.get(alike.name);
}

function addFields(patch: ast.Patch, target: TypeDefinition, program: Program): void {
  for (const field of patch.fields) {
    const existing = target.node.fields.find(({ name }) => name.text === field.name.text);
    if (existing === undefined) {
      target.fields.push(field);
    } else {
      const finding = say.patchFieldExists(field.span, field.name.text, target.node.name.text);
      program.report(withRelated(finding, existing.span, "first declared here"));
    }
  }
}

function addExamples(patch: ast.Patch, target: TypeDefinition, program: Program): void {
  for (const example of patch.examples) {
    const label = example.label.text;
    const existing = target.examples.find(({ node }) => node.label.text === label);
    if (existing === undefined) {
      const labels = target.examples.map(({ node }) => node.label.text);
      const finding = say.patchExampleUnknown(example.span, label, target.node.name.text);
      program.report(
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
}
