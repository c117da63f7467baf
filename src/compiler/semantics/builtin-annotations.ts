import * as diagnostics from "../../text/diagnostics/catalogue.js";
import type { Report } from "../../text/diagnostics/diagnostic.js";
import type { Annotation } from "../../ir/api.js";
import type * as ast from "../../syntax/ast.js";
import { checkPattern } from "./patterns.js";

type BuiltinAnnotation = Exclude<Annotation, { kind: "custom" }>;

/** The number of arguments of each annotation, and the keyword of the argument (ANN-2). */
const builtins = new Map<string, { least: number; most: number; keyword: string }>([
  ["Deprecated", { least: 0, most: 0, keyword: "" }],
  ["Preview", { least: 0, most: 0, keyword: "" }],
  ["Omitted", { least: 1, most: 1, keyword: "omitted_caller" }],
  ["RedactedBlot", { least: 0, most: 1, keyword: "regex" }],
  ["RedactedHash", { least: 0, most: 1, keyword: "regex" }],
]);

export function isBuiltinAnnotation(name: string): boolean {
  return builtins.has(name);
}

/** Returns the annotation if its type is built-in and its arguments are valid. Reports E-DECL-12 and QUIRK-16. */
export function builtinAnnotation(node: ast.Annotation, report: Report): BuiltinAnnotation | undefined {
  const type = node.type.text;
  const builtin = builtins.get(type);
  if (builtin === undefined) {
    return undefined;
  }
  const complain = (problem: string): undefined => {
    report(diagnostics.builtinAnnotationArguments(node.type.span, type, problem));
  };
  if (node.args.length < builtin.least) {
    return complain("requires an argument");
  }
  if (node.args.length > builtin.most) {
    return complain(builtin.most === 0 ? "takes no arguments" : "takes only one argument");
  }
  const [arg] = node.args;
  if (arg?.keyword !== undefined && arg.keyword.text !== builtin.keyword) {
    return complain(`has no argument '${arg.keyword.text}'`);
  }
  if (arg !== undefined && (arg.value.kind !== "literal" || typeof arg.value.value !== "string")) {
    return complain("takes a string argument");
  }
  const value = arg?.value.kind === "literal" ? (arg.value.value as string) : undefined;
  const name = node.name.text;
  switch (type) {
    case "Deprecated":
      return { name, kind: "deprecated" };
    case "Preview":
      return { name, kind: "preview" };
    case "Omitted":
      return { name, kind: "omitted", caller: value ?? "" };
    default:
      if (arg !== undefined && value !== undefined) {
        checkPattern({ text: value, span: arg.value.span }, node.span, "redact", report);
      }
      return { name, kind: type === "RedactedBlot" ? "redactedBlot" : "redactedHash", regex: value };
  }
}
