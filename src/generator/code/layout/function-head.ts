import { flatParameter } from "../flat/expression.js";
import { flatExpression } from "../flat/expression.js";
import type { Language } from "../flat/line.js";
import { flatType } from "../flat/type.js";
import type { Parameter } from "../tree/expression.js";
import type { TypeNode } from "../tree/type.js";
import { fits, margin, step } from "./page.js";
import { annotated, mappedType } from "./type.js";

/** Prints a function or method without its body: `before`, the parameters, and the result type, if there is one. */
export function functionHead(
  before: string,
  parameters: readonly Parameter[],
  result: TypeNode | undefined,
  language: Language,
  indent: number,
  tail: number,
): string {
  const resultType = language === "typescript" ? result : undefined;
  const end = resultType === undefined ? ")" : `): ${flatType(resultType)}`;
  const flat = parameters.map((parameter) => flatParameter(parameter, language));
  const line = `${before}(${flat.join(", ")}${end}`;
  if (fits(line, indent + tail) || parameters.length === 0) {
    return line;
  }
  const [{ name, type } = { name: "" }] = parameters;
  if (language === "typescript" && parameters.length === 1 && type?.kind === "mapped") {
    return `${before}(${name}: ${mappedType(type, indent)}${end}`;
  }
  const inner = indent + step;
  const lines = parameters.map((parameter, index) => {
    const text = flat[index] ?? "";
    const isFlat = fits(text, inner + 1);
    return `${margin(inner)}${isFlat ? text : brokenParameter(parameter, text, language, inner)},\n`;
  });
  const last = resultType === undefined ? ")" : annotated("):", resultType, indent, tail);
  return `${before}(\n${lines.join("")}${margin(indent)}${last}`;
}

function brokenParameter(parameter: Parameter, flat: string, language: Language, indent: number): string {
  const { name, isOptional = false, type, initializer } = parameter;
  if (type === undefined || language === "javascript") {
    return flat;
  }
  const end = initializer === undefined ? "" : ` = ${flatExpression(initializer, language)}`;
  return annotated(`${name}${isOptional ? "?" : ""}:`, type, indent, 1 + end.length) + end;
}
