import type { Span } from "../text/span.js";
import type { Role } from "../language-server/symbols/occurrence.js";
import { visitItem } from "../language-server/symbols/occurrences.js";
import type { LintedFile, Project } from "./project.js";

/** A reference to a definition. References in the definition itself and in documentation do not count. */
interface Use {
  /** References to aliases count as references to types. */
  readonly kind: "type" | "annotation" | "annotationType";
  /** Such as `files.Metadata`. */
  readonly target: string;
  readonly span: Span;
}

/** The names that a file uses. */
interface FileUses {
  readonly uses: readonly Use[];
  /** The first location of each qualifier in the file, including qualifiers in documentation. */
  readonly qualifiers: ReadonlyMap<string, Span>;
}

/** Role of a name to the kind of use; other roles are not uses. */
const kinds: Readonly<Partial<Record<Role, Use["kind"]>>> = {
  type: "type",
  parent: "type",
  subtype: "type",
  annotation: "annotation",
  "annotation type": "annotationType",
};

/** Returns the names that each file uses. */
export function usesByFile(project: Project): ReadonlyMap<LintedFile, FileUses> {
  return new Map(project.files.map((file) => [file, usesIn(file, project)]));
}

/** Returns the names of all definitions that are used, by kind. */
export function usedNames(project: Project): Readonly<Record<Use["kind"], ReadonlySet<string>>> {
  const used = { type: new Set<string>(), annotation: new Set<string>(), annotationType: new Set<string>() };
  for (const { uses } of project.get(usesByFile).values()) {
    for (const { kind, target } of uses) {
      used[kind].add(target);
    }
  }
  return used;
}

function usesIn({ namespace, spec }: LintedFile, { names }: Project): FileUses {
  const uses: Use[] = [];
  const qualifiers = new Map<string, Span>();
  for (const item of spec.items) {
    visitItem(item, {
      namespace,
      names,
      visit({ role, span, resolve }) {
        const kind = kinds[role];
        const target = kind === undefined && role !== "qualifier" && role !== "documentation" ? undefined : resolve();
        if (kind !== undefined && target?.kind === "definition") {
          uses.push({ kind, target: `${target.namespace}.${target.node.name.text}`, span });
        } else if (target?.kind === "namespace" && !qualifiers.has(target.name)) {
          qualifiers.set(target.name, span);
        }
      },
    });
  }
  return { uses, qualifiers };
}
