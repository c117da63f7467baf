import { isBuiltinAnnotation } from "../../compiler/semantics/builtin-annotations.js";
import { isBuiltinType } from "../../compiler/semantics/builtin-types.js";
import type * as ast from "../../syntax/ast.js";
import { visitDoc } from "./doc-occurrences.js";
import { visitExample } from "./example-occurrences.js";
import { findMember, findRoute, toTarget, type Target } from "./target.js";
import type { Context, Occurrence, Role, Visit } from "./occurrence.js";
import type { Declared, DeclaredType, Names } from "./names.js";
import { routeSchema, bareType, type TypeUse } from "./type-lookup.js";

/** Visits every name in an item, in no particular order. */
export function visitItem(item: ast.Item, context: Context): void {
  const { namespace, visit } = context;
  const docContext = { ...context, type: undefined };
  switch (item.kind) {
    case "namespace":
      visitName("declaration", item.name, () => ({ kind: "namespace", name: item.name.text }), visit);
      visitDoc(item.doc, docContext);
      break;
    case "import":
      visitName("import", item.name, () => ({ kind: "namespace", name: item.name.text }), visit);
      break;
    case "alias":
      visitName("declaration", item.name, () => ({ kind: "definition", namespace, node: item }), visit);
      visitTypeRef("type", item.type, context);
      visitAnnotationRefs(item.annotations, context);
      visitDoc(item.doc, docContext);
      break;
    case "struct":
    case "union":
      visitType({ namespace, node: item }, context);
      break;
    case "patch":
      visitPatch(item, context);
      break;
    case "route":
      visitRoute(item, context);
      break;
    case "annotation":
      visitAnnotation(item, context);
      break;
    case "annotation_type":
      visitAnnotationType({ namespace, node: item }, context);
      break;
  }
}

function visitName(role: Role, { text, span }: ast.Name, resolve: Occurrence["resolve"], visit: Visit): void {
  if (text !== "") {
    visit({ role, text, span, resolve });
  }
}

function visitType(type: DeclaredType, context: Context): void {
  const { visit } = context;
  const { node, namespace } = type;
  visitName("declaration", node.name, () => ({ kind: "definition", namespace, node }), visit);
  if (node.parent !== undefined) {
    visitTypeRef("parent", node.parent, context);
  }
  visitDoc(node.doc, { ...context, type });
  const members = node.kind === "struct" ? (node.subtypes?.members ?? []) : [];
  for (const member of members) {
    visitName("declaration", member.name, () => ({ kind: "subtype", owner: type, node: member }), visit);
    visitTypeRef("subtype", member.type, context);
  }
  visitFields(node.fields, type, context);
  for (const example of node.examples) {
    visitName("declaration", example.label, () => ({ kind: "label", owner: type, node: example }), visit);
    visitExample(example, type, context);
    visitDoc(example.doc, { ...context, type });
  }
}

function visitFields(fields: readonly ast.Field[], owner: DeclaredType, context: Context): void {
  for (const node of fields) {
    visitName("declaration", node.name, () => ({ kind: "field", owner, node }), context.visit);
    visitFieldParts(node, context);
    visitDoc(node.doc, { ...context, type: owner });
  }
}

function visitFieldParts(node: ast.Field, context: Context): void {
  const { type, default: value, inline } = node;
  if (type !== undefined) {
    visitTypeRef("type", type, context);
  }
  if (value?.kind === "word" && type !== undefined) {
    visitTag(value, { namespace: context.namespace, ref: type }, context);
  }
  visitAnnotationRefs(node.annotations, context);
  if (inline !== undefined) {
    visitType({ namespace: context.namespace, node: inline }, context);
  }
}

/** Visits a word that names a tag of a union. */
function visitTag(word: ast.Word, use: TypeUse, { names, visit }: Context): void {
  visit({ role: "tag", text: word.text, span: word.span, resolve: () => findTag(use, word.text, names) });
}

function findTag(use: TypeUse, tag: string, names: Names): Target | undefined {
  const bare = bareType(use, names);
  return bare?.kind === "type" ? findMember(bare.type, tag, names) : undefined;
}

function visitPatch(patch: ast.Patch, context: Context): void {
  const { namespace, names, visit } = context;
  const target = names.patched(namespace, patch);
  visitName("patch", patch.name, () => target && toTarget(target), visit);
  if (target === undefined) {
    patch.fields.forEach((node) => {
      visitFieldParts(node, context);
    });
    return;
  }
  visitFields(patch.fields, target, context);
  for (const example of patch.examples) {
    const original = target.node.examples.find(({ label }) => label.text === example.label.text);
    visitName("label", example.label, () => original && { kind: "label", owner: target, node: original }, visit);
    visitExample(example, target, context);
  }
}

function visitRoute(node: ast.Route, context: Context): void {
  const { namespace, names, visit } = context;
  visitName("declaration", node.name, () => ({ kind: "route", namespace, node }), visit);
  for (const ref of [node.types.arg, node.types.result, node.types.error]) {
    if (ref.name !== node.name) {
      visitTypeRef("type", ref, context);
    }
  }
  const by = node.deprecated?.by;
  if (by !== undefined) {
    visitName("successor", by.name, () => findRoute(namespace, by.name.text, by.version, names), visit);
  }
  for (const { name, value } of node.attributes) {
    const field = (): Target | undefined => {
      const schema = routeSchema(names);
      return schema && findMember(schema, name.text, names);
    };
    visitName("attribute", name, field, visit);
    if (value.kind === "word") {
      const resolve = (): Target | undefined => {
        const fieldTarget = field();
        return fieldTarget?.kind === "field" && fieldTarget.node.type !== undefined
          ? findTag({ namespace: fieldTarget.owner.namespace, ref: fieldTarget.node.type }, value.text, names)
          : undefined;
      };
      visit({ role: "tag", text: value.text, span: value.span, resolve });
    }
  }
  visitDoc(node.doc, { ...context, type: undefined });
}

function visitAnnotation(node: ast.Annotation, context: Context): void {
  const { namespace, names, visit } = context;
  visitName("declaration", node.name, () => ({ kind: "definition", namespace, node }), visit);
  visitQualifier(node.qualifier, visit);
  const isBuiltin = node.qualifier === undefined && isBuiltinAnnotation(node.type.text);
  const type = (): Declared<ast.AnnotationType> | undefined => {
    const declared = names.definition(node.qualifier?.text ?? namespace, node.type.text);
    return declared?.node.kind === "annotation_type"
      ? { namespace: declared.namespace, node: declared.node }
      : undefined;
  };
  const resolve = (): Target | undefined => {
    if (isBuiltin) {
      return { kind: "builtin annotation", name: node.type.text };
    }
    const declared = names.definition(node.qualifier?.text ?? namespace, node.type.text);
    return declared && toTarget(declared);
  };
  visitName("annotation type", node.type, resolve, visit);
  for (const { keyword } of node.args) {
    if (keyword !== undefined) {
      const parameter = (): Target | undefined => {
        if (isBuiltin) {
          return { kind: "builtin parameter", of: node.type.text, name: keyword.text };
        }
        const owner = type();
        const parameterNode = owner?.node.params.find(({ name }) => name.text === keyword.text);
        return owner && parameterNode && { kind: "parameter", owner, node: parameterNode };
      };
      visitName("argument", keyword, parameter, visit);
    }
  }
}

function visitAnnotationType(owner: Declared<ast.AnnotationType>, context: Context): void {
  const { namespace, node } = owner;
  visitName("declaration", node.name, () => ({ kind: "definition", namespace, node }), context.visit);
  visitDoc(node.doc, { ...context, type: undefined });
  for (const param of node.params) {
    visitName("declaration", param.name, () => ({ kind: "parameter", owner, node: param }), context.visit);
    visitFieldParts(param, context);
    visitDoc(param.doc, { ...context, type: undefined });
  }
}

function visitAnnotationRefs(refs: readonly ast.AnnotationRef[], { namespace, names, visit }: Context): void {
  for (const { qualifier, name } of refs) {
    visitQualifier(qualifier, visit);
    const resolve = (): Target | undefined => {
      const declared = names.definition(qualifier?.text ?? namespace, name.text);
      return declared && toTarget(declared);
    };
    visitName("annotation", name, resolve, visit);
  }
}

function visitQualifier(qualifier: ast.Name | undefined, visit: Visit): void {
  if (qualifier !== undefined) {
    visitName("qualifier", qualifier, () => ({ kind: "namespace", name: qualifier.text }), visit);
  }
}

function visitTypeRef(role: Role, ref: ast.TypeRef, context: Context): void {
  const { namespace, names, visit } = context;
  visitQualifier(ref.qualifier, visit);
  const { text } = ref.name;
  const resolve = (): Target | undefined => {
    if (isBuiltinType(text)) {
      return { kind: "builtin type", name: text };
    }
    const declared = names.referred(namespace, ref);
    return declared && toTarget(declared);
  };
  visitName(role, ref.name, resolve, visit);
  for (const { keyword, value } of ref.args ?? []) {
    if (keyword !== undefined) {
      visitName("argument", keyword, () => ({ kind: "builtin parameter", of: text, name: keyword.text }), visit);
    }
    if (value.kind === "type") {
      visitTypeRef("type", value, context);
    }
  }
}
