import type { Span } from "../source/span.js";
import type * as ast from "../syntax/ast.js";
import { referencePattern, sourceOf } from "./documents.js";
import type { LintedFile, Project } from "./project.js";
import { typesIn } from "./type-refs.js";

/** The namespaces that a file names in front of a dot, each with its first place. */
export type Qualifiers = ReadonlyMap<string, Span>;

/** What the files of a specification name; a name is qualified, such as `files.Metadata`. */
interface UsedNames {
  readonly types: ReadonlySet<string>;
  readonly annotations: ReadonlySet<string>;
  readonly annotationTypes: ReadonlySet<string>;
}

/** The qualifiers of each file, those in documentation references included. */
export function usedQualifiers(project: Project): ReadonlyMap<LintedFile, Qualifiers> {
  return new Map(
    project.files.map((file) => {
      const qualifiers = new Map<string, Span>();
      const names = new Names((name, span) => {
        if (!qualifiers.has(name)) {
          qualifiers.set(name, span);
        }
      });
      file.spec.items.forEach((item) => {
        names.addItem(item);
      });
      return [file, qualifiers];
    }),
  );
}

/** The names that something uses. */
export function usedNames(project: Project): UsedNames {
  const used = { types: new Set<string>(), annotations: new Set<string>(), annotationTypes: new Set<string>() };
  for (const { namespace, spec } of project.files) {
    const names = new Names(
      () => undefined,
      (kind, qualifier, name) => used[kind].add(`${qualifier ?? namespace}.${name}`),
    );
    spec.items.forEach((item) => {
      names.addItem(item);
    });
  }
  return used;
}

/** Walks over items, and calls with each namespace and with each name that they refer to. */
class Names {
  readonly #addQualifier: (name: string, span: Span) => void;
  readonly #addName: (kind: keyof UsedNames, qualifier: string | undefined, name: string) => void;

  constructor(
    addQualifier: (name: string, span: Span) => void,
    addName: (kind: keyof UsedNames, qualifier: string | undefined, name: string) => void = () => undefined,
  ) {
    this.#addQualifier = addQualifier;
    this.#addName = addName;
  }

  addItem(item: ast.Item): void {
    switch (item.kind) {
      case "namespace":
        this.#addDoc(item.doc);
        break;
      case "import":
        break;
      case "alias":
        this.#addType(item.type);
        this.#addAnnotations(item.annotations);
        this.#addDoc(item.doc);
        break;
      case "struct":
      case "union":
        this.#addBody(item);
        break;
      case "patch":
        item.fields.forEach((field) => {
          this.#addField(field);
        });
        break;
      case "route":
        Object.values(item.types).forEach((type) => {
          this.#addType(type);
        });
        this.#addDoc(item.doc);
        break;
      case "annotation":
        this.#add("annotationTypes", item.qualifier, item.type);
        break;
      case "annotation_type":
        this.#addDoc(item.doc);
        item.params.forEach((field) => {
          this.#addField(field);
        });
        break;
    }
  }

  #addBody(node: ast.Struct | ast.Union): void {
    this.#addType(node.parent);
    this.#addDoc(node.doc);
    if (node.kind === "struct") {
      node.subtypes?.members.forEach(({ type }) => {
        this.#addType(type);
      });
    }
    node.fields.forEach((field) => {
      this.#addField(field);
    });
    node.examples.forEach(({ doc }) => {
      this.#addDoc(doc);
    });
  }

  #addField({ type, annotations, doc, inline }: ast.Field): void {
    this.#addType(type);
    this.#addAnnotations(annotations);
    this.#addDoc(doc);
    if (inline !== undefined) {
      this.#addBody(inline);
    }
  }

  #addType(type: ast.TypeRef | undefined): void {
    for (const { qualifier, name } of type === undefined ? [] : typesIn(type)) {
      this.#add("types", qualifier, name);
    }
  }

  #addAnnotations(annotations: readonly ast.AnnotationRef[]): void {
    for (const { qualifier, name } of annotations) {
      this.#add("annotations", qualifier, name);
    }
  }

  #add(kind: keyof UsedNames, qualifier: ast.Name | undefined, name: ast.Name): void {
    this.#addName(kind, qualifier?.text, name.text);
    if (qualifier !== undefined) {
      this.#addQualifier(qualifier.text, qualifier.span);
    }
  }

  #addDoc(doc: ast.Doc | undefined): void {
    for (const [reference] of doc === undefined ? [] : sourceOf(doc).matchAll(referencePattern)) {
      const [, name] = /^:(?:(?:type|route):`|field:`(?=[^`.]*\.[^`.]*\.))(\w[\w-]*)\./.exec(reference) ?? [];
      if (doc !== undefined && name !== undefined) {
        this.#addQualifier(name, doc.span);
      }
    }
  }
}
