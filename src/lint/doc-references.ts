import type { Doc } from "../ir/api.js";
import { referencePattern, type Documented } from "./documents.js";
import type { Project } from "./project.js";

/**
 * The references in documentation that do not resolve, where the compiler does not complain (DOC-5): those that the
 * compiled documentation still has as text, and those in texts that are not compiled.
 */
export function unresolvedReferences({ compiled, doc, namespace }: Documented, project: Project): ReadonlySet<string> {
  if (doc?.text.includes("`") !== true) {
    return new Set();
  }
  return compiled === undefined
    ? new Set(referencesIn(doc.text).filter((reference) => !resolves(reference, namespace, project)))
    : new Set(textsOf(compiled).flatMap(referencesIn));
}

function textsOf({ parts }: Doc): string[] {
  return parts.filter((part) => typeof part === "string");
}

function referencesIn(text: string): string[] {
  return [...text.matchAll(referencePattern)].map(([reference]) => reference.replace(/\s*\n\s*/g, " "));
}

/** Whether a reference in a text that is not compiled leads somewhere (DOC-6). */
function resolves(reference: string, namespace: string, { all }: Project): boolean {
  const [, tag = "", value = ""] = /^:([A-z]+):`([^]*)`$/.exec(reference) ?? [];
  const whole = (depth: number): string => (value.split(".").length === depth ? `${namespace}.${value}` : value);
  switch (tag) {
    case "type":
      return all.types.some(({ target }) => target === whole(1));
    case "field":
      return all.types.some(({ fields }) => fields.some(({ target }) => target === whole(2) || !value.includes(".")));
    case "route": {
      const target = (value.includes(".") ? value : `${namespace}.${value}`).replace(/:1$/, "");
      return all.routes.some((route) => route.target === target);
    }
    case "link":
      return /^.{2,} \S+$/.test(value);
    case "val":
      return /^(?:null|true|false|-?\d+(?:\.\d*)?(?:e-?\d+)?|"[^"\\]*")$/.test(value);
    default:
      return false;
  }
}
