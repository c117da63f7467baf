import type * as ast from "../../syntax/ast.js";
import { canonicalName } from "../../compiler/semantics/declarations.js";

/** The declarations below one namespace header of a file, including the readable parts of broken items. */
export interface Section {
  readonly path: string;
  /** Empty if no header can be read. */
  readonly namespace: string;
  readonly items: readonly ast.Item[];
}

export type Definition = ast.Struct | ast.Union | ast.Alias | ast.Annotation | ast.AnnotationType;

/** A node, and the namespace that declares it. */
export interface Declared<Node extends ast.Struct | ast.Union | ast.Alias | ast.Annotation | ast.AnnotationType> {
  readonly namespace: string;
  readonly node: Node;
}

export type DeclaredType = Declared<ast.Struct | ast.Union>;

/** The declarations of all files of one namespace. */
export class NamespaceNames {
  readonly name: string;
  readonly headers: ast.NamespaceHeader[] = [];
  readonly imports = new Map<string, ast.Import[]>();
  /** All definitions except routes, by name. A valid specification has one per name. */
  readonly definitions = new Map<string, Definition[]>();
  /** The versions of each route, in the order of the files. */
  readonly routes = new Map<string, ast.Route[]>();
  /** The patches, by the canonical name of the patched type. */
  readonly patches = new Map<string, ast.Patch[]>();
  /** The names of annotated fields and tags. */
  readonly annotatedFields = new Set<string>();

  readonly #sections: readonly Section[];

  constructor(name: string, sections: readonly Section[]) {
    this.name = name;
    this.#sections = sections;
    for (const { items } of sections) {
      for (const item of items) {
        this.#add(item);
      }
    }
  }

  /** Whether this object was built from exactly these sections. */
  isOf(sections: readonly Section[]): boolean {
    return sections.length === this.#sections.length && sections.every((own, index) => own === this.#sections[index]);
  }

  #add(item: ast.Item): void {
    switch (item.kind) {
      case "namespace":
        this.headers.push(item);
        break;
      case "import":
        addTo(this.imports, item.name.text, item);
        break;
      case "route":
        addTo(this.routes, item.name.text, item);
        break;
      case "patch":
        addTo(this.patches, canonicalName(item.name.text), item);
        this.#addFields(item.fields);
        break;
      default:
        addTo(this.definitions, item.name.text, item);
        if (item.kind === "struct" || item.kind === "union") {
          this.#addFields(item.fields);
        }
    }
  }

  #addFields(fields: readonly ast.Field[]): void {
    for (const { name, annotations, inline } of fields) {
      if (annotations.length > 0) {
        this.annotatedFields.add(name.text);
      }
      if (inline !== undefined) {
        addTo(this.definitions, inline.name.text, inline);
        this.#addFields(inline.fields);
      }
    }
  }
}

function addTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list === undefined) {
    map.set(key, [value]);
  } else {
    list.push(value);
  }
}

/** Returns the items of a text; if it contains syntax errors, the readable parts (FE-3). */
export function readItems({ broken, items, partialItems }: ast.ItemText): readonly ast.Item[] {
  return broken ? partialItems : items;
}

/** A file, and its sections. */
interface FileSections {
  readonly file: ast.SpecFile;
  readonly sections: readonly Section[];
}

/** Returns the sections of a file: one for each namespace header. A valid file has one. */
function sectionsOf(file: ast.SpecFile): Section[] {
  const items = file.itemTexts.flatMap(readItems);
  const starts = items.flatMap((item, index) => (item.kind === "namespace" ? [index] : []));
  const [, ...others] = starts;
  // Items above the first header belong to the first section.
  const bounds = [0, ...others, items.length];
  return bounds.slice(0, -1).map((start, index) => {
    const sectionItems = items.slice(start, bounds[index + 1]);
    const header = sectionItems.find((item) => item.kind === "namespace");
    return { path: file.path, namespace: header?.name.text ?? "", items: sectionItems };
  });
}

/** The declarations of a project's files, found by name. Invalid files contribute everything that can be read. */
export class Names {
  readonly namespaces: ReadonlyMap<string, NamespaceNames>;
  /** Files by path. */
  readonly #files: ReadonlyMap<string, FileSections>;
  #children: ReadonlyMap<ast.Struct | ast.Union, readonly DeclaredType[]> | undefined;

  /** Namespaces that have not changed are reused from `before`. */
  constructor(files: readonly ast.SpecFile[], before?: Names) {
    this.#files = new Map(
      files.map((file) => {
        const previousSections = before && before.#files.get(file.path);
        return [file.path, previousSections?.file === file ? previousSections : { file, sections: sectionsOf(file) }];
      }),
    );
    const byName = new Map<string, Section[]>();
    for (const section of this.sections) {
      addTo(byName, section.namespace, section);
    }
    this.namespaces = new Map(
      [...byName].map(([name, sections]) => {
        const previousNames = before?.namespaces.get(name);
        return [name, previousNames?.isOf(sections) === true ? previousNames : new NamespaceNames(name, sections)];
      }),
    );
  }

  get sections(): readonly Section[] {
    return [...this.#files.values()].flatMap(({ sections }) => sections);
  }

  sectionsOf(path: string): readonly Section[] {
    return this.#files.get(path)?.sections ?? [];
  }

  definition(namespace: string, name: string): Declared<Definition> | undefined {
    const node = this.namespaces.get(namespace)?.definitions.get(name)?.[0];
    return node && { namespace, node };
  }

  /** Returns the definition that a reference in a namespace resolves to. */
  referred(namespace: string, ref: Pick<ast.TypeRef, "qualifier" | "name">): Declared<Definition> | undefined {
    return this.definition(ref.qualifier?.text ?? namespace, ref.name.text);
  }

  routes(namespace: string, name: string): readonly ast.Route[] {
    return this.namespaces.get(namespace)?.routes.get(name) ?? [];
  }

  /** Returns the patches of a type in the order of the files. */
  patches({ namespace, node }: DeclaredType): readonly ast.Patch[] {
    const patches = this.namespaces.get(namespace)?.patches;
    return patches === undefined || patches.size === 0 ? [] : (patches.get(canonicalName(node.name.text)) ?? []);
  }

  /** Returns the struct or union that a patch adds to. */
  patched(namespace: string, { name, target }: ast.Patch): DeclaredType | undefined {
    const exact = this.definition(namespace, name.text);
    const definitions = this.namespaces.get(namespace)?.definitions ?? new Map<string, Definition[]>();
    const canonical = canonicalName(name.text);
    const declared =
      exact ??
      [...definitions.values()]
        .flat()
        .filter((node) => canonicalName(node.name.text) === canonical)
        .map((node) => ({ namespace, node }))[0];
    const kind = target === "struct" ? "struct" : "union";
    return declared !== undefined && isType(declared) && declared.node.kind === kind ? declared : undefined;
  }

  /** Returns a type's own fields or tags, and those of its patches. */
  fields(type: DeclaredType): readonly ast.Field[] {
    const patches = this.patches(type);
    return patches.length === 0 ? type.node.fields : [...type.node.fields, ...patches.flatMap(({ fields }) => fields)];
  }

  /** Returns the type that a type extends. */
  parent({ namespace, node }: DeclaredType): DeclaredType | undefined {
    const parentDefinition = node.parent && this.referred(namespace, node.parent);
    return parentDefinition !== undefined && isType(parentDefinition) ? parentDefinition : undefined;
  }

  /** Returns a type and its ancestors, the nearest first. Stops at a type that it has already found. */
  lineage(type: DeclaredType): DeclaredType[] {
    const types = [type];
    for (let at = this.parent(type); at !== undefined; at = this.parent(at)) {
      const { node } = at;
      if (types.some((other) => other.node === node)) {
        break;
      }
      types.push(at);
    }
    return types;
  }

  /** Returns the types that extend a type directly, in the order of the files. */
  children({ node }: DeclaredType): readonly DeclaredType[] {
    this.#children ??= this.#findChildren();
    return this.#children.get(node) ?? [];
  }

  /** Returns the types that extend a type directly or indirectly. Those that extend it directly come first. */
  descendants(type: DeclaredType): DeclaredType[] {
    const typesByNode = new Map(this.children(type).map((child) => [child.node, child]));
    // Iterating over a map includes the entries added during the iteration.
    for (const child of typesByNode.values()) {
      this.children(child).forEach((next) => typesByNode.set(next.node, typesByNode.get(next.node) ?? next));
    }
    typesByNode.delete(type.node);
    return [...typesByNode.values()];
  }

  *types(): Iterable<DeclaredType> {
    for (const declared of this.definitions()) {
      if (isType(declared)) {
        yield declared;
      }
    }
  }

  *definitions(): Iterable<Declared<Definition>> {
    for (const { name, definitions } of this.namespaces.values()) {
      for (const node of [...definitions.values()].flat()) {
        yield { namespace: name, node };
      }
    }
  }

  #findChildren(): Map<ast.Struct | ast.Union, DeclaredType[]> {
    const children = new Map<ast.Struct | ast.Union, DeclaredType[]>();
    for (const type of this.types()) {
      const parent = this.parent(type);
      if (parent !== undefined) {
        addTo(children, parent.node, type);
      }
    }
    return children;
  }
}

export function isType(declared: Declared<Definition>): declared is DeclaredType {
  return declared.node.kind === "struct" || declared.node.kind === "union";
}
