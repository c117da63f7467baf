import { flatType } from "../flat/type.js";
import { javascript, typescript, functionHead } from "../layout/expression.js";
import { printNames } from "../layout/statement.js";
import { fits, margin, step } from "../layout/page.js";
import { alias, nameWithType, comment, properties } from "../layout/type.js";
import type {
  Alias,
  Constant,
  Declaration,
  ExportedModule,
  ExportedNames,
  FunctionDeclaration,
  Interface,
  MethodType,
  TypeParameter,
} from "../tree/declaration.js";
import type { Parameter } from "../tree/expression.js";

/** A statement in the source, the script and the declarations of a module; empty where it is not contained. */
export interface PrintedStatement {
  readonly source: string;
  readonly script: string;
  readonly declarations: string;
}

/** Prints a declaration or an export. */
export function printDeclaration(declaration: Declaration): PrintedStatement {
  switch (declaration.kind) {
    case "interface":
      return printTypes(`${comment(declaration.doc, 0)}${interfaceText(declaration)}`);
    case "alias":
      return printTypes(`${comment(declaration.doc, 0)}${aliasText(declaration)}`);
    case "function":
      return printFunction(declaration);
    case "constant":
      return printConstant(declaration);
    case "exported names":
      return printExportedNames(declaration);
    case "exported module":
      return printExportedModule(declaration);
  }
}

/** Prints a statement that the script does not contain, such as an interface. */
function printTypes(text: string): PrintedStatement {
  return { source: text, script: "", declarations: text };
}

function interfaceText(declaration: Interface): string {
  const { properties: own = [], methods = [] } = declaration;
  const isEmpty = own.length + methods.length === 0;
  const body = isEmpty ? "" : `\n${properties(own, step)}${methods.map(methodText).join("")}`;
  return `${interfaceHead(declaration, isEmpty ? 3 : 2)} {${body}}`;
}

function interfaceHead({ name, typeParameters, parents = [] }: Interface, tail: number): string {
  const head = `export interface ${name}${typeParameterList(typeParameters)}`;
  const [only, ...others] = parents;
  if (only === undefined) {
    return head;
  }
  const texts = parents.map(flatType);
  const flat = `${head} extends ${texts.join(", ")}`;
  const isQualified = only.kind === "reference" && only.args.length === 0 && only.name.includes(".");
  if (fits(flat, tail) || (others.length === 0 && !isQualified)) {
    return flat;
  }
  const line = `extends ${texts.join(", ")}`;
  return others.length === 0 || fits(line, step + tail)
    ? `${head}\n${margin(step)}${line}`
    : `${head}\n${margin(step)}extends\n${texts.map((parent) => margin(2 * step) + parent).join(",\n")}`;
}

function methodText({ name, parameters, result, doc }: MethodType): string {
  const head = functionHead(name, parameters, result, "typescript", step, 1);
  return `${comment(doc, step)}${margin(step)}${head};\n`;
}

function aliasText({ name, type }: Alias): string {
  return `${alias(`export type ${name} =`, type)};`;
}

function printFunction(declaration: FunctionDeclaration): PrintedStatement {
  const { isExported, name, parameters, result, body } = declaration;
  const doc = comment(declaration.doc, 0);
  const typeParameters = typeParameterList(declaration.typeParameters);
  const start = isExported ? "export function" : "function";
  const head = functionHead(`${start} ${name}${typeParameters}`, parameters, result, "typescript", 0, 2);
  const scriptHead = functionHead(`${start} ${name}`, parameters, undefined, "javascript", 0, 2);
  const declared = (): string => {
    const before = `export declare function ${name}${typeParameters}`;
    return functionHead(before, parameters.map(declaredParameter), result, "typescript", 0, 1);
  };
  return {
    source: `${doc}${head} {\n${typescript.body(body, step)}\n}`,
    script: `${doc}${scriptHead} {\n${javascript.body(body, step)}\n}`,
    declarations: isExported ? `${doc}${declared()};` : "",
  };
}

function declaredParameter({ initializer, ...parameter }: Parameter): Parameter {
  return initializer === undefined ? parameter : { ...parameter, isOptional: true };
}

function printConstant({ name, isExported, type, value, doc }: Constant): PrintedStatement {
  const start = `${isExported ? "export " : ""}const ${name}`;
  const left = type === undefined ? `${start} =` : `${nameWithType(`${start}:`, type, 0, 2)} =`;
  const column = left.length - left.lastIndexOf("\n") - 1;
  const above = comment(doc, 0);
  return {
    source: `${above}${typescript.assignment(left, value, 0, column, 1)};`,
    script: `${above}${javascript.assignment(`${start} =`, value, 0, start.length + 2, 1)};`,
    declarations:
      isExported && type !== undefined ? `${above}${nameWithType(`export declare const ${name}:`, type, 0, 1)};` : "",
  };
}

function printExportedNames({ isTypeOnly, names, from }: ExportedNames): PrintedStatement {
  const whole = printNames(isTypeOnly ? "export type " : "export ", names, from);
  const values = isTypeOnly ? [] : names.filter(({ isType }) => isType !== true);
  return { source: whole, script: printNames("export ", values, from), declarations: whole };
}

function printExportedModule({ isTypeOnly, name, from }: ExportedModule): PrintedStatement {
  const text = `export ${isTypeOnly ? "type " : ""}*${name === undefined ? "" : ` as ${name}`} from "${from}";`;
  return { source: text, script: isTypeOnly ? "" : text, declarations: text };
}

/** Prints type parameters in angle brackets, if there are any. */
function typeParameterList(parameters: readonly TypeParameter[] = []): string {
  return parameters.length === 0 ? "" : `<${parameters.map(typeParameterText).join(", ")}>`;
}

/** Prints a type parameter: `Name extends Constraint = Default`. */
export function typeParameterText({ name, constraint, default: byDefault }: TypeParameter): string {
  return [
    name,
    ...(constraint === undefined ? [] : [`extends ${flatType(constraint)}`]),
    ...(byDefault === undefined ? [] : [`= ${flatType(byDefault)}`]),
  ].join(" ");
}
