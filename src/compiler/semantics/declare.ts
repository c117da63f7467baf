import type * as ast from "../../syntax/ast.js";
import { isEqual } from "../../ir/equal.js";
import { canonicalName } from "./canonical-name.js";
import type { Declarations, DeclaredNamespace } from "./declarations.js";
import { haveSameItems } from "./definitions.js";
import { declareGroup, type DeclaredGroup } from "./declare-group.js";
import { divide, type DividedFile, type Section } from "./sections.js";
import type { Steps } from "../../text/steps.js";

/**
 * Collects the declarations of files incrementally. The object for a namespace is reused if none of the namespace's
 * files has changed.
 */
export class Declarer {
  readonly #files = new WeakMap<ast.SpecFile, DividedFile>();
  /** The groups of namespaces by canonical name. */
  #groups: ReadonlyMap<string, DeclaredGroup> = new Map();
  #namesWithoutNamespace: ReadonlySet<string> | undefined;

  /** Returns the declarations of the files, in their order, in one step per namespace. Reports NS, NAME, INL and PATCH errors. */
  *declare(files: readonly ast.SpecFile[]): Steps<Declarations> {
    const divided = files.map((file) => this.#divide(file));
    const sections = divided.flatMap((file) => file.sections);
    const withoutNamespace = divided.flatMap((file) =>
      file.namesWithoutNamespace === undefined ? [] : [file.namesWithoutNamespace],
    );
    const namesWithoutNamespace = withoutNamespace.length === 0 ? undefined : new Set(withoutNamespace.flat());
    const isUnchanged = isEqual(namesWithoutNamespace, this.#namesWithoutNamespace);
    const groups = new Map<string, DeclaredGroup>();
    for (const [name, own] of groupByName(sections)) {
      const known = isUnchanged ? this.#groups.get(name) : undefined;
      const isKnown = known !== undefined && haveSameItems(known.sections, own);
      groups.set(name, isKnown ? known : declareGroup(own, namesWithoutNamespace));
      yield;
    }
    this.#groups = groups;
    this.#namesWithoutNamespace = namesWithoutNamespace;
    const namespaces = new Map<string, DeclaredNamespace>();
    for (const { header } of sections) {
      const name = header.name.text;
      const namespace = groups.get(canonicalName(name))?.namespaces.get(name);
      if (namespace !== undefined) {
        namespaces.set(name, namespace);
      }
    }
    return {
      namespaces,
      imports: divided.flatMap((file) => file.imports),
      namesWithoutNamespace,
      findings: [divided, [...groups.values()]].flat().flatMap(({ findings }) => findings),
    };
  }

  #divide(file: ast.SpecFile): DividedFile {
    let divided = this.#files.get(file);
    if (divided === undefined) {
      divided = divide(file);
      this.#files.set(file, divided);
    }
    return divided;
  }
}

function groupByName(sections: readonly Section[]): Map<string, Section[]> {
  const groups = new Map<string, Section[]>();
  for (const section of sections) {
    const name = canonicalName(section.header.name.text);
    const group = groups.get(name) ?? [];
    group.push(section);
    groups.set(name, group);
  }
  return groups;
}
