import { writtenDocReference } from "../../compiler/semantics/doc-text.js";
import type { Doc } from "../../ir/api.js";
import { documents, sourceOf, spanOfWords, type Documentable } from "../documents.js";
import type { LintedType, Project } from "../project.js";
import type { Rule } from "../rule.js";

export const docReference: Rule = {
  id: "doc-reference",
  recommended: "warn",
  strict: "warn",
  summary: "A reference in documentation that does not resolve where the compiler does not look",
  check(project, report) {
    for (const documented of project.get(documents)) {
      const { doc } = documented;
      const unresolved = unresolvedReferences(documented, project);
      for (const { 0: reference, index } of doc === undefined ? [] : sourceOf(doc).matchAll(writtenDocReference)) {
        const text = reference.replace(/\s*\n\s*/g, " ");
        if (doc !== undefined && unresolved.has(text)) {
          report(documented, `${text} does not resolve.`, spanOfWords(doc, index, reference));
        }
      }
    }
  },
};

/**
 * Returns the unresolved references in documentation that the compiler does not report (DOC-5): those that the compiled
 * documentation contains as text, and those in documentation that is not compiled.
 */
function unresolvedReferences(documented: Documentable, project: Project): ReadonlySet<string> {
  const { compiled, doc } = documented;
  if (doc?.text.includes("`") !== true) {
    return new Set();
  }
  return compiled === undefined
    ? new Set(referencesIn(doc.text).filter((reference) => !resolves(reference, documented, project)))
    : new Set(textsOf(compiled).flatMap(referencesIn));
}

function textsOf({ parts }: Doc): string[] {
  return parts.filter((part) => typeof part === "string");
}

function referencesIn(text: string): string[] {
  return [...text.matchAll(writtenDocReference)].map(([reference]) => reference.replace(/\s*\n\s*/g, " "));
}

/** Whether a reference in documentation that is not compiled resolves (DOC-6). */
function resolves(reference: string, { namespace, owner }: Documentable, project: Project): boolean {
  const [, tag = "", value = ""] = /^:([A-z]+):`([^]*)`$/.exec(reference) ?? [];
  switch (tag) {
    case "type":
      return typeNamed(value.split("."), namespace, project) !== undefined;
    case "field": {
      const names = value.split(".");
      const field = names.pop() ?? "";
      const type =
        names.length === 0
          ? owner
          : (typeNamed(names, namespace, project) ?? aliasedType(names.join("."), namespace, project));
      return type !== undefined && project.lookup.allFields(type).some(({ field: { name } }) => name === field);
    }
    case "route": {
      const [, qualifier, route = ""] = /^(?:([^.]*)\.)?(.*)$/.exec(value) ?? [];
      const scope = scopeOf(qualifier, namespace, project);
      return project.all.routes.some(({ target }) => target === `${scope}.${route.replace(/:1$/, "")}`);
    }
    case "link":
      return /^.{2,} \S+$/.test(value);
    case "val":
      return /^(?:null|true|false|-?\d+(?:\.\d*)?(?:e-?\d+)?|"[^"\\]*")$/.test(value);
    default:
      return false;
  }
}

/** Returns the struct or union that a name refers to in a namespace. */
function typeNamed(names: readonly string[], namespace: string, project: Project): LintedType | undefined {
  const [name = "", qualifier, ...others] = names.toReversed();
  const scope = scopeOf(qualifier, namespace, project);
  return scope === undefined || others.length > 0 ? undefined : project.type({ namespace: scope, name });
}

/** Returns the struct or union that is the direct target of an alias in the namespace. */
function aliasedType(name: string, namespace: string, project: Project): LintedType | undefined {
  const type = project.all.aliases.find(({ target }) => target === `${namespace}.${name}`)?.alias.type;
  return type?.kind === "ref" ? project.type(type) : undefined;
}

/** Returns the namespace that a qualifier refers to, if it is imported; without a qualifier, the namespace itself. */
function scopeOf(qualifier: string | undefined, namespace: string, { files }: Project): string | undefined {
  const isKnown =
    qualifier === undefined ||
    files.some((file) => file.namespace === namespace && file.imports.some(({ name }) => name.text === qualifier));
  return isKnown ? (qualifier ?? namespace) : undefined;
}
