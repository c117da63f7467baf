import * as diagnostics from "../../text/diagnostics/catalogue.js";
import { withRelated } from "../../text/diagnostics/diagnostic.js";
import type { Annotation, AppliedAnnotation, PrimitiveType, Redactor, Scalar } from "../../ir/api.js";
import { isPrimitive } from "../../ir/kinds.js";
import type * as ast from "../../syntax/ast.js";
import { builtinAnnotation, isBuiltinAnnotation } from "./builtin-annotations.js";
import { isBuiltinType } from "./builtin-types.js";
import type { Query } from "../queries/query.js";
import {
  definitionsIn,
  describeDefinition,
  qualifiedName,
  type AnnotationDefinition,
  type AnnotationTypeDefinition,
  type Scope,
} from "./definitions.js";
import { spanOnLine, type Program } from "./program.js";
import type { Resolver } from "./resolve.js";
import { fitPrimitive } from "./values.js";

type ParameterType = PrimitiveType | { readonly kind: "nullable"; readonly of: PrimitiveType };

interface Parameter {
  readonly name: string;
  /** The position among the parameters in source order. */
  readonly index: number;
  readonly type: ParameterType;
  readonly default: Scalar | undefined;
}

export type AnnotationTypes = Query<AnnotationTypeDefinition, readonly Parameter[]>;
export type Annotations = Query<AnnotationDefinition, Annotation | undefined>;

/** The effects of the annotations on a field, tag or alias. */
export interface Applied {
  readonly deprecated: boolean;
  readonly preview: boolean;
  readonly omittedCaller: string | undefined;
  /** The redactor; `index` is its position among the annotations. */
  readonly redactor: (Redactor & { readonly index: number }) | undefined;
  readonly custom: readonly AppliedAnnotation[];
  /** The sentences to put before the documentation, each followed by a space (ANN-11). */
  readonly notices: string;
}

/** Returns the query for the parameters of annotation types. Reports E-DECL-15 to E-DECL-22. */
export function resolveAnnotationTypes(program: Program, resolver: Resolver): AnnotationTypes {
  return program.queries.query((definition) => readParameters(definition, program, resolver));
}

function readParameters(definition: AnnotationTypeDefinition, program: Program, resolver: Resolver): Parameter[] {
  const { report } = program;
  const parameters: Parameter[] = [];
  const { params } = definition.node;
  for (const [index, node] of params.entries()) {
    const name = node.name.text;
    const [annotation] = node.annotations;
    if (annotation !== undefined) {
      report(diagnostics.annotatedParameter(spanOnLine(node.span, annotation.span)));
    }
    const first = parameters.find((parameter) => parameter.name === name);
    if (first !== undefined) {
      const span = params[first.index]?.span ?? node.span;
      report(withRelated(diagnostics.duplicateParameter(node.span, name), span, "first declared here"));
      continue;
    }
    const type = parameterType(node, definition.scope, program, resolver);
    if (type !== undefined) {
      parameters.push({ name, index, type, default: parameterDefault(node, type, program) });
    }
  }
  return parameters;
}

/**
 * Returns the type of a parameter, which must be a primitive type that is named directly (ANN-5, ANN-6). Undefined,
 * with a report, if it is not.
 */
function parameterType(node: ast.Field, scope: Scope, program: Program, resolver: Resolver): ParameterType | undefined {
  const name = node.name.text;
  const ref = node.type;
  if (ref === undefined) {
    program.report(diagnostics.parameterWithoutType(node.span, name));
    return undefined;
  }
  const isKnown = isBuiltinType(ref.name.text) || (ref.qualifier === undefined && scope.definitions.has(ref.name.text));
  if (!isBuiltinType(ref.name.text) && isKnown) {
    program.report(diagnostics.parameterType(spanOnLine(node.span, ref.span), name));
    return undefined;
  }
  const type = resolver.type(scope, ref);
  if (type === undefined) {
    return undefined;
  }
  const inner = type.kind === "nullable" ? type.of : type;
  if (inner.kind === "void") {
    program.report(diagnostics.parameterWithoutType(node.span, name));
    return undefined;
  }
  if (!isPrimitive(inner)) {
    program.report(diagnostics.parameterType(spanOnLine(node.span, ref.span), name));
    return undefined;
  }
  if (type.kind === "nullable" && node.default !== undefined) {
    program.report(diagnostics.nullableParameterDefault(node.span, name));
  }
  return type.kind === "nullable" ? { kind: "nullable", of: inner } : inner;
}

function parameterDefault(node: ast.Field, type: ParameterType, program: Program): Scalar | undefined {
  const value = node.default;
  if (value === undefined || type.kind === "nullable") {
    return undefined;
  }
  const span = spanOnLine(node.span, value.span);
  const fit = fitPrimitive(type, value);
  if (!fit.ok) {
    program.report(diagnostics.invalidParameterDefault(span, node.name.text, fit.reason));
    return undefined;
  }
  return fit.value;
}

/**
 * Returns the query for annotations, whose result is undefined for an invalid annotation. Reports E-DECL-11 to
 * E-DECL-13 and ANN errors.
 */
export function resolveAnnotations(program: Program, resolver: Resolver, types: AnnotationTypes): Annotations {
  return program.queries.query((definition) => {
    const { node } = definition;
    const positional = node.args.some(({ keyword }) => keyword === undefined);
    if (positional && node.args.some(({ keyword }) => keyword !== undefined)) {
      program.report(diagnostics.mixedArguments(node.type.span));
      return undefined;
    }
    return node.qualifier === undefined && isBuiltinAnnotation(node.type.text)
      ? builtinAnnotation(node, program.report)
      : customAnnotation(definition, program, resolver, types);
  });
}

function customAnnotation(
  { name: annotation, node, scope }: AnnotationDefinition,
  program: Program,
  resolver: Resolver,
  types: AnnotationTypes,
): Annotation | undefined {
  const { report } = program;
  const name = node.type.text;
  const result = resolver.lookUp(scope, node.qualifier, name);
  if (result === undefined) {
    return undefined;
  }
  const type = result.found;
  if (type === undefined) {
    const namespace = lookUpScope(scope, node.qualifier, program);
    if (!resolver.isBroken(namespace, name)) {
      report(
        diagnostics.unknownAnnotationType(
          node.type.span,
          name,
          program.suggestions.nearest(name, () => namesIn("annotation type", namespace)),
        ),
      );
    }
    return undefined;
  }
  if (type.kind !== "annotation type") {
    const finding = diagnostics.notAnAnnotationType(node.type.span, name, describeDefinition(type));
    report(withRelated(finding, type.node.span, "declared here"));
    return undefined;
  }
  const args = bindArguments(node, type, types.get(type), program);
  return args && { name: annotation, kind: "custom", type: qualifiedName(type), args };
}

function namesIn(kind: "annotation" | "annotation type", scope: Scope): string[] {
  return definitionsIn(scope, kind).map(({ name }) => name);
}

/** Returns the value of each parameter (ANN-7); undefined, with a report, if the arguments do not match. */
function bindArguments(
  node: ast.Annotation,
  type: AnnotationTypeDefinition,
  parameters: readonly Parameter[],
  { report, suggestions }: Program,
): Record<string, Scalar> | undefined {
  const typeName = type.name;
  const positional = node.args.filter(({ keyword }) => keyword === undefined);
  if (positional.length > parameters.length) {
    report(diagnostics.tooManyArguments(node.type.span, typeName, parameters.length, positional.length));
    return undefined;
  }
  const names = parameters.map(({ name }) => name);
  for (const { keyword } of node.args) {
    if (keyword !== undefined && !names.includes(keyword.text)) {
      const nearest = suggestions.nearest(keyword.text, () => names);
      report(diagnostics.unknownParameter(spanOnLine(node.span, keyword.span), typeName, keyword.text, nearest));
      return undefined;
    }
  }
  const args: [string, Scalar][] = [];
  for (const [index, parameter] of parameters.entries()) {
    const arg = positional[index] ?? node.args.find(({ keyword }) => keyword?.text === parameter.name);
    if (arg === undefined) {
      if (parameter.default !== undefined) {
        args.push([parameter.name, parameter.default]);
      } else if (parameter.type.kind !== "nullable") {
        report(diagnostics.missingArgument(node.type.span, typeName, parameter.name));
        return undefined;
      }
      continue;
    }
    const isNullable = parameter.type.kind === "nullable";
    const inner = parameter.type.kind === "nullable" ? parameter.type.of : parameter.type;
    if (isNullable && arg.value.kind === "literal" && arg.value.value === null) {
      continue;
    }
    const { value } = arg;
    const fit = fitPrimitive(
      inner,
      value.kind === "literal" ? value : { kind: "word", span: value.span, extent: value.span, text: value.name.text },
    );
    if (!fit.ok) {
      report(diagnostics.invalidArgument(spanOnLine(node.span, arg.span), parameter.name, fit.reason));
      return undefined;
    }
    args.push([parameter.name, fit.value]);
  }
  return Object.fromEntries(args);
}

/** Returns the combined effects of the annotations on one field, tag or alias. Reports AREF errors (ANN-9, ANN-10). */
export function applyAnnotations(
  refs: readonly ast.AnnotationRef[],
  owner: { scope: Scope; name: string; kind: "field" | "alias" },
  program: Program,
  resolver: Resolver,
  annotations: Annotations,
): Applied {
  const applied = {
    deprecated: false,
    preview: false,
    omittedCaller: undefined as string | undefined,
    redactor: undefined as Applied["redactor"],
    custom: [] as AppliedAnnotation[],
    notices: "",
  };
  const { report } = program;
  for (const [index, ref] of refs.entries()) {
    const definition = findAnnotation(ref, owner.scope, program, resolver);
    const annotation = definition && annotations.get(definition);
    if (definition === undefined || annotation === undefined) {
      continue;
    }
    const isRedactor = annotation.kind === "redactedBlot" || annotation.kind === "redactedHash";
    if (owner.kind === "alias" && !isRedactor && annotation.kind !== "custom") {
      report(diagnostics.annotationOnAlias(ref.span, definition.node.type.text));
      continue;
    }
    switch (annotation.kind) {
      case "deprecated":
      case "preview": {
        const other = annotation.kind === "deprecated" ? "preview" : "deprecated";
        if (applied[annotation.kind]) {
          const what = annotation.kind === "deprecated" ? "a Deprecated annotation" : "a Preview annotation";
          report(diagnostics.annotationTwice(ref.span, owner.name, what));
        } else if (applied[other]) {
          report(diagnostics.deprecatedAndPreview(ref.span, owner.name));
        } else {
          applied[annotation.kind] = true;
          applied.notices = `${noticeSentence(annotation)}${applied.notices}`;
        }
        break;
      }
      case "omitted":
        if (applied.omittedCaller !== undefined) {
          report(diagnostics.annotationTwice(ref.span, owner.name, "an Omitted annotation"));
        } else {
          applied.omittedCaller = annotation.caller;
          applied.notices = `${noticeSentence(annotation)}${applied.notices}`;
        }
        break;
      case "redactedBlot":
      case "redactedHash":
        if (applied.redactor !== undefined) {
          report(diagnostics.annotationTwice(ref.span, owner.name, "a redactor"));
        } else {
          const kind = annotation.kind === "redactedBlot" ? "blot" : "hash";
          applied.redactor = { kind, regex: annotation.regex, annotation: qualifiedName(definition), index };
        }
        break;
      case "custom":
        applied.custom.push({ annotation: qualifiedName(definition), type: annotation.type, args: annotation.args });
    }
  }
  return applied;
}

function findAnnotation(
  ref: ast.AnnotationRef,
  scope: Scope,
  program: Program,
  resolver: Resolver,
): AnnotationDefinition | undefined {
  const name = ref.name.text;
  const result = resolver.lookUp(scope, ref.qualifier, name);
  if (result === undefined) {
    return undefined;
  }
  const definition = result.found;
  if (definition === undefined) {
    const namespace = lookUpScope(scope, ref.qualifier, program);
    if (!resolver.isBroken(namespace, name)) {
      program.report(
        diagnostics.unknownAnnotation(
          ref.span,
          name,
          program.suggestions.nearest(name, () => namesIn("annotation", namespace)),
        ),
      );
    }
    return undefined;
  }
  if (definition.kind !== "annotation") {
    const finding = diagnostics.notAnAnnotation(ref.span, name, describeDefinition(definition));
    program.report(withRelated(finding, definition.node.span, "declared here"));
    return undefined;
  }
  return definition;
}

function noticeSentence(annotation: Annotation): string {
  switch (annotation.kind) {
    case "deprecated":
      return "Field is deprecated. ";
    case "preview":
      return "Field is in preview mode - do not rely on in production. ";
    case "omitted":
      return `Field is only returned for "${annotation.caller}" callers. `;
    default:
      return "";
  }
}

/** Returns the namespace in which a qualified name is looked up. */
function lookUpScope(scope: Scope, qualifier: ast.Name | undefined, program: Program): Scope {
  return qualifier === undefined ? scope : (program.scopes.get(qualifier.text) ?? scope);
}
