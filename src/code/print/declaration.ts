import type {
  FunctionDeclarationStructure,
  InterfaceDeclarationStructure,
  MethodSignatureStructure,
  OptionalKind,
  ParameterDeclarationStructure,
  PropertySignatureStructure,
  TypeAliasDeclarationStructure,
  VariableStatementStructure,
} from "ts-morph";
import { assignment } from "../layout/expression.js";
import { functionHead, type Parameter } from "../layout/function-head.js";
import { bodyLines } from "./lines.js";
import { NotPrintable } from "../layout/not-printable.js";
import { fits, margin, step } from "../layout/page.js";
import { alias, annotated } from "../layout/type.js";
import { typeless } from "./typeless.js";

/** A statement of a module in its three forms; one in which it is not there is empty. */
export interface PrintedStatement {
  readonly source: string;
  readonly script: string;
  readonly declarations: string;
}

/** Prints an interface. */
export function printInterface(structure: InterfaceDeclarationStructure): PrintedStatement {
  const properties = structure.properties ?? [];
  const methods = structure.methods ?? [];
  const isEmpty = properties.length + methods.length === 0;
  const head = interfaceHead(structure, isEmpty ? 3 : 2);
  const members = [...properties.map(property), ...methods.map(method)];
  const text = `${docs(structure, 0)}${head} {${isEmpty ? "" : `\n${members.join("")}`}}`;
  return { source: text, script: "", declarations: text };
}

/** Prints a type alias. */
export function printAlias(structure: TypeAliasDeclarationStructure): PrintedStatement {
  const text = `${docs(structure, 0)}${alias(`export type ${structure.name} =`, readText(structure.type))};`;
  return { source: text, script: "", declarations: text };
}

/** Prints a function. */
export function printFunction(structure: FunctionDeclarationStructure): PrintedStatement {
  const { isExported = false, name = "" } = structure;
  const comment = docs(structure, 0);
  const typeParameters = printTypeParameters(structure);
  const parameters = (structure.parameters ?? []).map(readParameter);
  const returnType = readText(structure.returnType);
  const start = isExported ? "export " : "";
  const body = bodyLines(readBody(structure));
  const head = functionHead(`${start}function ${name}${typeParameters}`, parameters, returnType, 0, 2);
  const scriptHead = functionHead(`${start}function ${name}`, parameters.map(withoutType), "", 0, 2);
  const declared = (): string =>
    functionHead(
      `export declare function ${name}${typeParameters}`,
      parameters.map(declaredParameter),
      returnType,
      0,
      1,
    );
  return {
    source: `${comment}${head} {\n${body.source}\n}`,
    script: `${comment}${scriptHead} {\n${body.script}\n}`,
    declarations: isExported ? `${comment}${declared()};` : "",
  };
}

/** Prints a constant that is exported, with its type. */
export function printVariable(structure: VariableStatementStructure): PrintedStatement {
  const [variable, ...others] = structure.declarations;
  if (variable === undefined || others.length > 0) {
    throw new NotPrintable(others.map(({ name }) => name).join(", "));
  }
  const { name } = variable;
  const value = readText(variable.initializer);
  const comment = docs(structure, 0);
  const left = annotated(`export const ${name}:`, readText(variable.type), 0, 2);
  const column = left.length - left.lastIndexOf("\n") - 1;
  const scriptLeft = `export const ${name} =`;
  return {
    source: `${comment}${assignment(`${left} =`, value, 0, column + 2, 1)};`,
    script: `${comment}${assignment(scriptLeft, typeless(value), 0, scriptLeft.length, 1)};`,
    declarations: `${comment}${annotated(`export declare const ${name}:`, readText(variable.type), 0, 1)};`,
  };
}

function interfaceHead(structure: InterfaceDeclarationStructure, tail: number): string {
  const head = `export interface ${structure.name}${printTypeParameters(structure)}`;
  const parents = [structure.extends ?? []].flat().map(readText);
  const [only = "", ...others] = parents;
  if (only === "") {
    return head;
  }
  const flat = `${head} extends ${parents.join(", ")}`;
  if (fits(flat, tail) || (others.length === 0 && !/^[\w$]+\.[\w$.]+$/.test(only))) {
    return flat;
  }
  const line = `extends ${parents.join(", ")}`;
  return others.length === 0 || fits(line, step + tail)
    ? `${head}\n${margin(step)}${line}`
    : `${head}\n${margin(step)}extends\n${parents.map((parent) => margin(2 * step) + parent).join(",\n")}`;
}

function property(structure: OptionalKind<PropertySignatureStructure>): string {
  const { name, isReadonly = false, hasQuestionToken = false } = structure;
  const before = `${isReadonly ? "readonly " : ""}${name}${hasQuestionToken ? "?" : ""}:`;
  return `${docs(structure, step)}${margin(step)}${annotated(before, readText(structure.type), step, 1)};\n`;
}

function method(structure: OptionalKind<MethodSignatureStructure>): string {
  const parameters = (structure.parameters ?? []).map(readParameter);
  const head = functionHead(structure.name, parameters, readText(structure.returnType), step, 1);
  return `${docs(structure, step)}${margin(step)}${head};\n`;
}

function readParameter(structure: OptionalKind<ParameterDeclarationStructure>): Parameter {
  const { name, hasQuestionToken: isOptional = false, type, initializer } = structure;
  return {
    name,
    isOptional,
    type: readText(type),
    initializer: initializer === undefined ? "" : readText(initializer),
  };
}

function withoutType({ name, initializer }: Parameter): Parameter {
  return { name, isOptional: false, type: "", initializer };
}

function declaredParameter({ name, isOptional, type, initializer }: Parameter): Parameter {
  return { name, isOptional: isOptional || initializer !== "", type, initializer: "" };
}

function printTypeParameters({ typeParameters = [] }: { readonly typeParameters?: readonly unknown[] }): string {
  return typeParameters.length === 0 ? "" : `<${typeParameters.map(readText).join(", ")}>`;
}

function readBody({ statements }: FunctionDeclarationStructure): string {
  return Array.isArray(statements) && statements.length === 1 ? readText(statements[0]) : readText(statements);
}

/** A part of a structure that is text, as our emitters give it. */
function readText(part: unknown): string {
  if (typeof part !== "string") {
    throw new NotPrintable(String(part));
  }
  return part;
}

/** The documentation as a comment: on one line, or, for text that begins with a line break, on several. */
function docs({ docs: [doc] = [] }: { readonly docs?: readonly unknown[] }, indent: number): string {
  if (doc === undefined) {
    return "";
  }
  const start = margin(indent);
  const text = readText(doc);
  if (!text.includes("\n")) {
    return `${start}/** ${text} */\n`;
  }
  const lines = text
    .split("\n")
    .slice(1)
    .map((line) => `${start} * ${line}`.trimEnd());
  return `${start}/**\n${lines.join("\n")}\n${start} */\n`;
}
