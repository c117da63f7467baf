import type { IToken } from "chevrotain";
import * as diagnostics from "../text/diagnostics/catalogue.js";
import type { Finding, Report } from "../text/diagnostics/diagnostic.js";
import { spanning, type Span } from "../text/span.js";
import type { ItemSource } from "../text/item-source.js";
import type * as ast from "./ast.js";
import { ExampleGrammar } from "./example-grammar.js";
import type { Chunk } from "./layout.js";
import { explainSyntaxError } from "./syntax-error.js";
import * as t from "./tokens.js";

interface Body {
  doc?: ast.Doc;
  subtypes?: ast.Subtypes;
  fields: ast.Field[];
  examples: ast.Example[];
}

interface Below {
  annotations: ast.AnnotationRef[];
  doc?: ast.Doc;
  inline?: ast.Struct | ast.Union;
}

/** A part of a body. Parts with lower ranks come first (GRAM-4). */
interface Part {
  readonly rank: number;
  readonly what: string;
}

const doc: Part = { rank: 1, what: "documentation" };
const subtypeList: Part = { rank: 2, what: "the list of subtypes" };
const field: Part = { rank: 3, what: "fields" };
const example: Part = { rank: 4, what: "examples" };

/**
 * The grammar of GRAM-1, with one rule per property, which builds the tree directly. It accepts slightly more than the
 * language, so that common mistakes get specific messages.
 */
export class StoneParser extends ExampleGrammar {
  constructor(options: { skipValidations: boolean }) {
    super(options);
    this.performSelfAnalysis();
  }

  /** Parses the item in a chunk. Returns undefined, with a report, if the item has a syntax error. */
  parse(source: ItemSource, chunk: Chunk, report: Report): ast.Item | undefined {
    const findings: Finding[] = [];
    this.begin(source, chunk, (finding) => findings.push(finding));
    const item = this.item();
    const [error] = this.errors;
    const [finding] = findings;
    if (error !== undefined) {
      report(finding ?? explainSyntaxError(error, chunk, source));
      return undefined;
    }
    findings.forEach(report);
    return findings.length > 0 ? undefined : item;
  }

  readonly item: () => ast.Item = this.RULE("item", () =>
    this.OR<ast.Item>([
      { ALT: () => this.SUBRULE(this.namespaceHeader) },
      { ALT: () => this.SUBRULE(this.importLine) },
      { ALT: () => this.SUBRULE(this.alias) },
      { ALT: () => this.SUBRULE(this.struct) },
      { ALT: () => this.SUBRULE(this.union) },
      { ALT: () => this.SUBRULE(this.patch) },
      { ALT: () => this.SUBRULE(this.route) },
      { ALT: () => this.SUBRULE(this.annotation) },
      { ALT: () => this.SUBRULE(this.annotationType) },
    ]),
  );

  private readonly namespaceHeader = this.RULE("namespaceHeader", (): ast.NamespaceHeader => {
    const word = this.CONSUME(t.Namespace);
    const name = this.nameOf(this.CONSUME(t.AnyName));
    this.CONSUME(t.Newline);
    const text = this.OPTION(() => {
      this.CONSUME(t.Indent);
      const value = this.SUBRULE(this.doc);
      this.CONSUME(t.Dedent);
      return value;
    });
    return this.ACTION(() => ({
      kind: "namespace",
      span: this.spanOf(word),
      extent: this.extentFrom(t.startOf(word)),
      name,
      doc: text,
    }));
  });

  private readonly importLine = this.RULE("importLine", (): ast.Import => {
    const word = this.CONSUME(t.Import);
    const name = this.nameOf(this.CONSUME(t.AnyName));
    this.CONSUME(t.Newline);
    return this.ACTION(() => ({ kind: "import", span: name.span, extent: this.extentFrom(t.startOf(word)), name }));
  });

  private readonly alias = this.RULE("alias", (): ast.Alias => {
    const word = this.CONSUME(t.Alias);
    const name = this.nameOf(this.CONSUME(t.AnyName));
    this.CONSUME(t.Equals);
    const type = this.SUBRULE(this.typeRef);
    this.CONSUME(t.Newline);
    const below = this.SUBRULE(this.below);
    return this.ACTION(() => {
      if (below.inline !== undefined) {
        this.report(diagnostics.inlineNotHere(below.inline.span));
      }
      const extent = this.extentFrom(t.startOf(word));
      return { kind: "alias", span: name.span, extent, name, type, annotations: below.annotations, doc: below.doc };
    });
  });

  private readonly struct = this.RULE("struct", (): ast.Struct => {
    const word = this.CONSUME(t.Struct);
    const name = this.nameOf(this.CONSUME(t.AnyName));
    const parent = this.OPTION(() => this.SUBRULE(this.parent));
    this.CONSUME(t.Newline);
    const body = this.SUBRULE(this.body);
    return this.ACTION(() => this.#structOf(word, name, parent, body));
  });

  private readonly union = this.RULE("union", (): ast.Union => {
    const word = this.SUBRULE(this.unionWord);
    const name = this.nameOf(this.CONSUME(t.AnyName));
    const parent = this.OPTION(() => this.SUBRULE(this.parent));
    this.CONSUME(t.Newline);
    const body = this.SUBRULE(this.body);
    return this.ACTION(() => this.#unionOf(word, name, parent, body));
  });

  private readonly unionWord = this.RULE("unionWord", (): IToken =>
    this.OR([{ ALT: () => this.CONSUME(t.Union) }, { ALT: () => this.CONSUME(t.UnionClosed) }]),
  );

  private readonly parent = this.RULE("parent", (): ast.TypeRef => {
    const word = this.CONSUME(t.Extends);
    const type = this.SUBRULE(this.typeRef);
    this.ACTION(() => {
      if (type.nullable) {
        this.report(diagnostics.nullableParent(this.spanOf(word)));
      }
    });
    return type;
  });

  /**
   * The body of a struct or union. The rule accepts its parts in any order, and {@link #inOrder} reports those in the
   * wrong order.
   */
  private readonly body = this.RULE("body", (): Body => {
    const body: Body = { fields: [], examples: [] };
    let last: Part | undefined;
    const add = (part: Part, span: Span): void => {
      last = this.#inOrder(last, part, span);
    };
    this.CONSUME(t.Indent);
    this.AT_LEAST_ONE(() =>
      this.OR([
        {
          ALT: () => {
            const value = this.SUBRULE(this.doc);
            this.ACTION(() => {
              add(doc, value.span);
              body.doc = value;
            });
          },
        },
        {
          ALT: () => {
            const value = this.SUBRULE(this.subtypes);
            this.ACTION(() => {
              add(subtypeList, value.span);
              body.subtypes = value;
            });
          },
        },
        {
          ALT: () => {
            const value = this.SUBRULE(this.field);
            this.ACTION(() => {
              add(field, value.span);
              body.fields.push(value);
            });
          },
        },
        {
          ALT: () => {
            const value = this.SUBRULE(this.example);
            this.ACTION(() => {
              add(example, value.span);
              this.#addExample(body.examples, value);
            });
          },
        },
      ]),
    );
    this.CONSUME(t.Dedent);
    return body;
  });

  private readonly subtypes = this.RULE("subtypes", (): ast.Subtypes => {
    const word = this.SUBRULE(this.unionWord);
    const members: ast.Subtype[] = [];
    this.CONSUME(t.Newline);
    this.CONSUME(t.Indent);
    this.AT_LEAST_ONE(() => {
      const name = this.nameOf(this.CONSUME(t.MemberName));
      const type = this.SUBRULE(this.typeRef);
      this.CONSUME1(t.Newline);
      this.ACTION(() => {
        members.push({ span: name.span, extent: spanning(name.span, type.extent), name, type });
      });
    });
    this.CONSUME(t.Dedent);
    return this.ACTION(() => ({
      span: this.spanOf(word),
      extent: this.extentFrom(t.startOf(word)),
      closed: word.tokenType === t.UnionClosed,
      members,
    }));
  });

  private readonly patch = this.RULE("patch", (): ast.Patch => {
    const word = this.CONSUME(t.Patch);
    const kind = this.OR([
      { ALT: () => this.CONSUME(t.Struct) },
      { ALT: () => this.CONSUME(t.Union) },
      { ALT: () => this.CONSUME(t.UnionClosed) },
    ]);
    const name = this.nameOf(this.CONSUME(t.AnyName));
    const parent = this.OPTION(() => this.SUBRULE(this.parent));
    this.CONSUME(t.Newline);
    const body = this.SUBRULE(this.body);
    return this.ACTION(() => {
      const extra = parent?.span ?? body.doc?.span ?? body.subtypes?.span;
      if (extra !== undefined) {
        this.report(diagnostics.notInPatch(extra));
      }
      const target = kind.tokenType === t.Struct ? "struct" : kind.tokenType === t.Union ? "union" : "union_closed";
      const extent = this.extentFrom(t.startOf(word));
      return { kind: "patch", span: name.span, extent, target, name, fields: body.fields, examples: body.examples };
    });
  });

  private readonly annotation = this.RULE("annotation", (): ast.Annotation => {
    const word = this.CONSUME(t.Annotation);
    const name = this.nameOf(this.CONSUME(t.AnyName));
    this.CONSUME(t.Equals);
    const { qualifier, name: type } = this.SUBRULE(this.qualifiedName);
    const args = this.OPTION(() => this.SUBRULE(this.args)) ?? [];
    this.CONSUME(t.Newline);
    return this.ACTION(() => {
      const extent = this.extentFrom(t.startOf(word));
      return { kind: "annotation", span: name.span, extent, name, qualifier, type, args };
    });
  });

  private readonly annotationType = this.RULE("annotationType", (): ast.AnnotationType => {
    const word = this.CONSUME(t.AnnotationType);
    const name = this.nameOf(this.CONSUME(t.AnyName));
    this.CONSUME(t.Newline);
    const body = this.SUBRULE(this.body);
    return this.ACTION(() => {
      const extra = body.subtypes?.span ?? body.examples[0]?.span;
      if (extra !== undefined) {
        this.report(diagnostics.notInAnnotationType(extra));
      }
      const extent = this.extentFrom(t.startOf(word));
      return { kind: "annotation_type", span: name.span, extent, name, doc: body.doc, params: body.fields };
    });
  });

  private readonly route = this.RULE("route", (): ast.Route => {
    const word = this.CONSUME(t.Route);
    const { name, version } = this.SUBRULE(this.routeName);
    const types: ast.TypeRef[] = [];
    this.CONSUME(t.LeftParen);
    this.MANY_SEP({
      SEP: t.Comma,
      DEF: () => {
        types.push(this.SUBRULE(this.typeRef));
      },
    });
    this.CONSUME(t.RightParen);
    const deprecated = this.OPTION(() => this.SUBRULE(this.deprecation));
    this.CONSUME(t.Newline);
    const below = this.OPTION1(() => this.SUBRULE(this.routeBody)) ?? { attributes: [] };
    return this.ACTION(() => {
      const [arg, result, error] = types;
      if (arg === undefined || result === undefined || error === undefined || types.length > 3) {
        this.report(diagnostics.routeTypes(name.span, types.length));
      }
      const missing = {
        kind: "type",
        span: name.span,
        extent: name.span,
        qualifier: undefined,
        name,
        args: undefined,
        nullable: false,
      } as const;
      return {
        kind: "route",
        span: name.span,
        extent: this.extentFrom(t.startOf(word)),
        name,
        version,
        types: { arg: arg ?? missing, result: result ?? missing, error: error ?? missing },
        deprecated,
        doc: below.doc,
        attributes: below.attributes,
      };
    });
  });

  private readonly routeName = this.RULE("routeName", (): { name: ast.Name; version: number } => {
    const first = this.nameOf(this.CONSUME(t.AnyName));
    const path = this.OPTION(() => this.CONSUME(t.Path));
    const version = this.OPTION1(() => {
      this.CONSUME(t.Colon);
      return this.CONSUME(t.Integer);
    });
    return this.ACTION(() => {
      if (version !== undefined && !isVersion(Number(version.image))) {
        this.report(diagnostics.invalidVersion(this.spanOf(version)));
      }
      const name =
        path === undefined ? first : { text: first.text + path.image, span: spanning(first.span, this.spanOf(path)) };
      return { name, version: version === undefined ? 1 : Number(version.image) };
    });
  });

  private readonly deprecation = this.RULE("deprecation", (): ast.Deprecation => {
    const word = this.CONSUME(t.Deprecated);
    const by = this.OPTION(() => {
      this.CONSUME(t.By);
      return this.SUBRULE(this.routeName);
    });
    return this.ACTION(() => ({ span: this.spanOf(word), extent: this.extentFrom(t.startOf(word)), by }));
  });

  private readonly routeBody = this.RULE("routeBody", (): { doc?: ast.Doc; attributes: ast.Attribute[] } => {
    const body: { doc?: ast.Doc; attributes: ast.Attribute[] } = { attributes: [] };
    this.CONSUME(t.Indent);
    this.OPTION(() => {
      const text = this.SUBRULE(this.doc);
      body.doc = text;
    });
    this.OPTION1(() => {
      this.CONSUME(t.Attrs);
      this.CONSUME(t.Newline);
      this.CONSUME1(t.Indent);
      this.AT_LEAST_ONE(() => {
        const attribute = this.SUBRULE(this.attribute);
        this.ACTION(() => {
          const first = body.attributes.find(({ name }) => name.text === attribute.name.text);
          if (first !== undefined) {
            this.reportTwice(
              diagnostics.duplicateAttribute(attribute.span, attribute.name.text),
              first.span,
              "first set here",
            );
          }
          body.attributes.push(attribute);
        });
      });
      this.CONSUME(t.Dedent);
    });
    this.CONSUME1(t.Dedent);
    return body;
  });

  private readonly attribute = this.RULE("attribute", (): ast.Attribute => {
    const name = this.nameOf(this.CONSUME(t.MemberName));
    this.CONSUME(t.Equals);
    const value = this.SUBRULE(this.wordOrLiteral);
    this.CONSUME(t.Newline);
    return this.ACTION(() => ({ span: name.span, extent: spanning(name.span, value.span), name, value }));
  });

  private readonly field = this.RULE("field", (): ast.Field => {
    const name = this.nameOf(this.CONSUME(t.MemberName));
    const type = this.OPTION(() => this.SUBRULE(this.typeRef));
    const value = this.OPTION1(() => {
      this.CONSUME(t.Equals);
      return this.SUBRULE(this.wordOrLiteral);
    });
    this.CONSUME(t.Newline);
    const below = this.SUBRULE(this.below);
    return this.ACTION(() => {
      const inline = below.inline;
      if (inline !== undefined && type === undefined) {
        this.report(diagnostics.inlineWithoutType(inline.span));
      }
      if (value !== undefined && type === undefined) {
        this.report(diagnostics.defaultWithoutType(value.span, name.text));
      }
      return {
        span: name.span,
        extent: this.extentFrom(name.span.start),
        name,
        type,
        default: value,
        annotations: below.annotations,
        doc: below.doc,
        // INL-2: the definition gets the name of the field's type.
        inline: inline === undefined || type === undefined ? undefined : { ...inline, name: type.name },
      };
    });
  });

  /** The parts that may follow a field or an alias: annotations, then documentation, then an inline definition. */
  private readonly below = this.RULE("below", (): Below => {
    const below: Below = { annotations: [] };
    this.OPTION(() => {
      this.CONSUME(t.Indent);
      this.MANY(() => {
        below.annotations.push(this.SUBRULE(this.annotationRef));
      });
      this.OPTION1(() => {
        const text = this.SUBRULE(this.doc);
        below.doc = text;
      });
      this.OPTION2(() => {
        const definition = this.SUBRULE(this.inline);
        below.inline = definition;
      });
      this.CONSUME(t.Dedent);
    });
    return below;
  });

  private readonly annotationRef = this.RULE("annotationRef", (): ast.AnnotationRef => {
    const at = this.CONSUME(t.At);
    const { qualifier, name } = this.SUBRULE(this.qualifiedName);
    this.CONSUME(t.Newline);
    return this.ACTION(() => {
      const span = spanning(this.spanOf(at), name.span);
      return { span, extent: span, qualifier, name };
    });
  });

  private readonly inline = this.RULE("inline", (): ast.Struct | ast.Union => {
    const word = this.OR([
      { ALT: () => this.CONSUME(t.Struct) },
      { ALT: () => this.CONSUME(t.Union) },
      { ALT: () => this.CONSUME(t.UnionClosed) },
    ]);
    const parent = this.OPTION(() => this.SUBRULE(this.parent));
    this.CONSUME(t.Newline);
    const body = this.SUBRULE(this.body);
    return this.ACTION(() => {
      const unnamed = { text: "", span: this.spanOf(word) };
      return word.tokenType === t.Struct
        ? this.#structOf(word, unnamed, parent, body)
        : this.#unionOf(word, unnamed, parent, body);
    });
  });

  #structOf(word: IToken, name: ast.Name, parent: ast.TypeRef | undefined, body: Body): ast.Struct {
    return {
      kind: "struct",
      span: name.span,
      extent: this.extentFrom(t.startOf(word)),
      name,
      parent,
      doc: body.doc,
      subtypes: body.subtypes,
      fields: body.fields,
      examples: body.examples,
    };
  }

  #unionOf(word: IToken, name: ast.Name, parent: ast.TypeRef | undefined, body: Body): ast.Union {
    if (body.subtypes !== undefined) {
      this.report(diagnostics.subtypesOfUnion(body.subtypes.span));
    }
    return {
      kind: "union",
      closed: word.tokenType === t.UnionClosed,
      span: name.span,
      extent: this.extentFrom(t.startOf(word)),
      name,
      parent,
      doc: body.doc,
      fields: body.fields,
      examples: body.examples,
    };
  }

  #inOrder(last: Part | undefined, part: Part, span: Span): Part {
    if (last !== undefined && part.rank < last.rank) {
      this.report(diagnostics.wrongOrder(span, part.what, last.what));
    } else if (last === part && (part === doc || part === subtypeList)) {
      this.report(diagnostics.partTwice(span, part.what));
    }
    return part;
  }

  #addExample(examples: ast.Example[], added: ast.Example): void {
    const first = examples.find(({ label }) => label.text === added.label.text);
    if (first !== undefined) {
      this.reportTwice(
        diagnostics.duplicateExample(added.span, added.label.text),
        first.label.span,
        "first example with this label",
      );
    }
    examples.push(added);
  }
}

function isVersion(number: number): boolean {
  return number >= 1 && number <= Number.MAX_SAFE_INTEGER;
}
