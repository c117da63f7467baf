import { fits, margin, step } from "./page.js";
import { find } from "./scan.js";
import { annotated } from "./type.js";

/** A parameter; its type is empty in JavaScript, and its initialiser where there is none. */
export interface Parameter {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: string;
  readonly initializer: string;
}

/** The parameter that is written so: `name?: type = initializer`, of which only the name must be there. */
export function parseParameter(text: string): Parameter {
  const equals = find(text, " = ");
  const declared = equals < 0 ? text : text.slice(0, equals);
  const colon = find(declared, ": ");
  const name = colon < 0 ? declared : declared.slice(0, colon);
  return {
    name: name.replace("?", ""),
    isOptional: name.endsWith("?"),
    type: colon < 0 ? "" : declared.slice(colon + 2),
    initializer: equals < 0 ? "" : text.slice(equals + 3),
  };
}

/** A function or method up to its body: `before`, the parameters, and the type of its result, which may be empty. */
export function functionHead(
  before: string,
  parameters: readonly Parameter[],
  returnType: string,
  indent: number,
  tail: number,
): string {
  const result = returnType === "" ? "" : `: ${returnType}`;
  const flat = `${before}(${parameters.map(flatParameter).join(", ")})${result}`;
  if (fits(flat, indent + tail) || parameters.length === 0) {
    return flat;
  }
  const inner = indent + step;
  const lines = parameters.map((parameter) => `${margin(inner)}${parameterText(parameter, inner)},\n`).join("");
  const end = returnType === "" ? ")" : annotated("):", returnType, indent, tail);
  return `${before}(\n${lines}${margin(indent)}${end}`;
}

function flatParameter({ name, isOptional, type, initializer }: Parameter): string {
  const start = `${name}${isOptional ? "?" : ""}${type === "" ? "" : `: ${type}`}`;
  return initializer === "" ? start : `${start} = ${initializer}`;
}

function parameterText(parameter: Parameter, indent: number): string {
  const { name, isOptional, type, initializer } = parameter;
  const flat = flatParameter(parameter);
  if (type === "" || fits(flat, indent + 1)) {
    return flat;
  }
  const end = initializer === "" ? "" : ` = ${initializer}`;
  return annotated(`${name}${isOptional ? "?" : ""}:`, type, indent, 1 + end.length) + end;
}
