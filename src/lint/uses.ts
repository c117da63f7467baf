import type { Span } from "../source/span.js";
import type * as ast from "../syntax/ast.js";
import { referencePattern, sourceOf } from "./documents.js";
import type { LintedFile, Project } from "./project.js";
import { typesIn } from "./type-refs.js";

/** A use of a definition: a reference to it outside of its declaration, in examples and in documentation too. */
interface Use {
  /** An alias counts as a type. */
  readonly kind: "type" | "annotation" | "annotationType";
  /** Such as `files.Metadata`. */
  readonly target: string;
  readonly span: Span;
}

/** What a file names. */
interface FileUses {
  readonly uses: readonly Use[];
  /** The namespaces that it names before a dot, also in documentation references, each with its first place. */
  readonly qualifiers: ReadonlyMap<string, Span>;
}

/** What each file names. */
export function usesByFile(project: Project): ReadonlyMap<LintedFile, FileUses> {
  return new Map(project.files.map((file) => [file, new UseReader(file)]));
}

/** The names of the definitions that something uses, by kind. */
export function usedNames(project: Project): Readonly<Record<Use["kind"], ReadonlySet<string>>> {
  const used = { type: new Set<string>(), annotation: new Set<string>(), annotationType: new Set<string>() };
  for (const { uses } of project.get(usesByFile).values()) {
    for (const { kind, target } of uses) {
      used[kind].add(target);
    }
  }
  return used;
}

class UseReader implements FileUses {
  readonly uses: Use[] = [];
  readonly qualifiers = new Map<string, Span>();
  readonly #namespace: string;

  constructor({ namespace, spec }: LintedFile) {
    this.#namespace = namespace;
    spec.items.forEach((item) => {
      this.#addItem(item);
    });
  }

  #addItem(item: ast.Item): void {
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
        this.#addFields(item.fields);
        break;
      case "route":
        Object.values(item.types).forEach((type) => {
          this.#addType(type);
        });
        this.#addDoc(item.doc);
        break;
      case "annotation":
        this.#addName("annotationType", item.qualifier, item.type);
        break;
      case "annotation_type":
        this.#addDoc(item.doc);
        this.#addFields(item.params);
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
    this.#addFields(node.fields);
    node.examples.forEach(({ doc }) => {
      this.#addDoc(doc);
    });
  }

  #addFields(fields: readonly ast.Field[]): void {
    for (const { type, annotations, doc, inline } of fields) {
      this.#addType(type);
      this.#addAnnotations(annotations);
      this.#addDoc(doc);
      if (inline !== undefined) {
        this.#addBody(inline);
      }
    }
  }

  #addType(type: ast.TypeRef | undefined): void {
    for (const { qualifier, name } of type === undefined ? [] : typesIn(type)) {
      this.#addName("type", qualifier, name);
    }
  }

  #addAnnotations(annotations: readonly ast.AnnotationRef[]): void {
    for (const { qualifier, name } of annotations) {
      this.#addName("annotation", qualifier, name);
    }
  }

  #addName(kind: Use["kind"], qualifier: ast.Name | undefined, { text, span }: ast.Name): void {
    this.uses.push({ kind, target: `${qualifier?.text ?? this.#namespace}.${text}`, span });
    if (qualifier !== undefined) {
      this.#addQualifier(qualifier.text, qualifier.span);
    }
  }

  #addQualifier(name: string, span: Span): void {
    if (!this.qualifiers.has(name)) {
      this.qualifiers.set(name, span);
    }
  }

  #addDoc(doc: ast.Doc | undefined): void {
    if (doc?.text.includes("`") !== true) {
      return;
    }
    for (const [reference] of sourceOf(doc).matchAll(referencePattern)) {
      const [, name] = /^:(?:(?:type|route):`|field:`(?=[^`.]*\.[^`.]*\.))(\w[\w-]*)\./.exec(reference) ?? [];
      if (name !== undefined) {
        this.#addQualifier(name, doc.span);
      }
    }
  }
}
