import type {
  ImportDeclarationStructure,
  MethodSignatureStructure,
  OptionalKind,
  ParameterDeclarationStructure,
  PropertySignatureStructure,
  StatementStructures,
} from "ts-morph";
import { flatBody, flatExpression } from "./flat/expression.js";
import { flatType } from "./flat/type.js";
import { aliasKind, constant, functionKind, importKind, interfaceKind, variableKind } from "./kinds.js";
import type { EmittedModule, TypeScriptModule } from "./module.js";
import { generatedHeader } from "./print/module.js";
import { printDeclaration, typeParameterText } from "./print/declaration.js";
import type { Declaration, Import, ListedName, MethodType } from "./tree/declaration.js";
import type { Parameter } from "./tree/expression.js";
import type { MemberType } from "./tree/type.js";

/** Converts a module of our own emitters to ts-morph structures, which ts-morph and prettier can always print. */
export function toStructures({ path, source, imports, declarations }: TypeScriptModule): EmittedModule {
  const statements = [...imports.map(importStructure), ...declarations.map(structure)];
  return {
    kind: "module",
    path,
    // An empty file would be a script instead of a module.
    statements: [generatedHeader(source), ...(statements.length === 0 ? ["export {};"] : statements)],
  };
}

function structure(declaration: Declaration): StatementStructures | string {
  switch (declaration.kind) {
    case "interface":
      return {
        kind: interfaceKind,
        isExported: true,
        name: declaration.name,
        typeParameters: (declaration.typeParameters ?? []).map(typeParameterText),
        extends: (declaration.parents ?? []).map(flatType),
        properties: (declaration.properties ?? []).map(propertyStructure),
        methods: (declaration.methods ?? []).map(methodStructure),
        ...docs(declaration),
      };
    case "alias": {
      const { name, type } = declaration;
      return { kind: aliasKind, isExported: true, name, type: flatType(type), ...docs(declaration) };
    }
    case "function":
      return {
        kind: functionKind,
        isExported: declaration.isExported,
        name: declaration.name,
        typeParameters: (declaration.typeParameters ?? []).map(typeParameterText),
        parameters: declaration.parameters.map(parameterStructure),
        returnType: flatType(declaration.result),
        // As one statement, because ts-morph puts empty lines between statements.
        statements: [flatBody(declaration.body, "typescript")],
        ...docs(declaration),
      };
    case "constant": {
      const { name, isExported, type, value } = declaration;
      const initializer = flatExpression(value, "typescript");
      return {
        kind: variableKind,
        isExported,
        declarationKind: constant,
        declarations: [{ name, initializer, ...(type !== undefined && { type: flatType(type) }) }],
        ...docs(declaration),
      };
    }
    default:
      return printDeclaration(declaration).source;
  }
}

function importStructure({ from, isTypeOnly, names }: Import): ImportDeclarationStructure {
  const start = { kind: importKind, isTypeOnly, moduleSpecifier: from };
  return typeof names === "string"
    ? { ...start, namespaceImport: names }
    : {
        ...start,
        namedImports: names.map(({ isType = false, ...name }: ListedName) => ({ ...name, isTypeOnly: isType })),
      };
}

function propertyStructure(member: MemberType): OptionalKind<PropertySignatureStructure> {
  const { name, isReadonly = false, isOptional = false, type } = member;
  return { name, isReadonly, hasQuestionToken: isOptional, type: flatType(type), ...docs(member) };
}

function methodStructure(method: MethodType): OptionalKind<MethodSignatureStructure> {
  const { name, parameters, result } = method;
  return { name, parameters: parameters.map(parameterStructure), returnType: flatType(result), ...docs(method) };
}

function parameterStructure(parameter: Parameter): OptionalKind<ParameterDeclarationStructure> {
  const { name, isOptional = false, type, initializer } = parameter;
  return {
    name,
    hasQuestionToken: isOptional,
    ...(type !== undefined && { type: flatType(type) }),
    ...(initializer !== undefined && { initializer: flatExpression(initializer, "typescript") }),
  };
}

/** Returns the documentation for ts-morph, which creates a comment of several lines if the text starts with a line break. */
function docs({ doc }: { readonly doc?: string | undefined }): { docs?: string[] } {
  if (doc === undefined) {
    return {};
  }
  return { docs: [doc.includes("\n") && !doc.startsWith("\n") ? `\n${doc}` : doc] };
}
