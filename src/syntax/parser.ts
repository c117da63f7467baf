import { EmbeddedActionsParser, type IToken } from "chevrotain";
import * as say from "../diagnostics/catalogue.js";
import { withRelated, type Finding, type Report } from "../diagnostics/diagnostic.js";
import { spanning, type Span } from "../source/span.js";
import type { Source } from "../source/source.js";
import type * as ast from "./ast.js";
import type { Chunk } from "./layout.js";
import { stringValue } from "./string-value.js";
import { explainSyntaxError } from "./syntax-error.js";
import * as t from "./tokens.js";

type Body = {
  doc?: ast.Doc;
  subtypes?: ast.Subtypes;
  fields: ast.Field[];
  examples: ast.Example[];
};

type Below = { annotations: ast.AnnotationRef[]; doc?: ast.Doc; inline?: ast.Struct | ast.Union };

/** Where a part stands that may come before (lower) or behind (higher) others of its body (GRAM-4). */
type Part = { rank: number; what: string };

const doc: Part = { rank: 1, what: "documentation" };
const subtypeList: Part = { rank: 2, what: "the list of subtypes" };
const field: Part = { rank: 3, what: "fields" };
const example: Part = { rank: 4, what: "examples" };

/**
 * The grammar of GRAM-1, one rule a method, straight to the tree. It takes in a little more than the language has, so
 * that common mistakes get a message of their own.
 */
export class StoneParser extends EmbeddedActionsParser {
  #source: Source | undefined;
  #stringLevels: Chunk["stringLevels"] = new Map();
  #report: Report = () => undefined;

  constructor(options: { skipValidations: boolean }) {
    super(t.vocabulary, { recoveryEnabled: false, maxLookahead: 2, skipValidations: options.skipValidations });
    this.performSelfAnalysis();
  }

  /** The item that a chunk holds; undefined, with a report, if it holds none. */
  parse(source: Source, chunk: Chunk, report: Report): ast.Item | undefined {
    this.#source = source;
    this.#stringLevels = chunk.stringLevels;
    const findings: Finding[] = [];
    this.#report = (finding) => findings.push(finding);
    this.input = chunk.tokens;
    const item = this.item();
    const error = this.errors[0];
    const finding = findings[0];
    if (error !== undefined) {
      report(finding ?? explainSyntaxError(error, chunk, source));
      return undefined;
    }
    findings.forEach(report);
    return findings.length > 0 ? undefined : item;
  }

  // --- Definitions ---

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
    const name = this.SUBRULE(this.name);
    this.CONSUME(t.Newline);
    const text = this.OPTION(() => {
      this.CONSUME(t.Indent);
      const value = this.SUBRULE(this.doc);
      this.CONSUME(t.Dedent);
      return value;
    });
    return { kind: "namespace", span: this.#span(word), name, doc: text };
  });

  private readonly importLine = this.RULE("importLine", (): ast.Import => {
    this.CONSUME(t.Import);
    const name = this.SUBRULE(this.name);
    this.CONSUME(t.Newline);
    return { kind: "import", span: name.span, name };
  });

  private readonly alias = this.RULE("alias", (): ast.Alias => {
    this.CONSUME(t.Alias);
    const name = this.SUBRULE(this.name);
    this.CONSUME(t.Equals);
    const type = this.SUBRULE(this.typeRef);
    this.CONSUME(t.Newline);
    const below = this.SUBRULE(this.below);
    this.ACTION(() => {
      if (below.inline !== undefined) {
        this.#report(say.inlineNotHere(below.inline.span));
      }
    });
    return { kind: "alias", span: name.span, name, type, annotations: below.annotations, doc: below.doc };
  });

  private readonly struct = this.RULE("struct", (): ast.Struct => {
    this.CONSUME(t.Struct);
    const name = this.SUBRULE(this.name);
    const parent = this.OPTION(() => this.SUBRULE(this.parent));
    this.CONSUME(t.Newline);
    const body = this.SUBRULE(this.body);
    return this.ACTION(() => this.#structOf(name, parent, body));
  });

  private readonly union = this.RULE("union", (): ast.Union => {
    const word = this.SUBRULE(this.unionWord);
    const name = this.SUBRULE(this.name);
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
        this.#report(say.nullableParent(this.#span(word)));
      }
    });
    return type;
  });

  /** The body of a struct or union: its parts in any order, of which {@link #inOrder} accepts one. */
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
      const name = this.SUBRULE(this.memberName);
      const type = this.SUBRULE(this.typeRef);
      this.CONSUME1(t.Newline);
      members.push({ span: name.span, name, type });
    });
    this.CONSUME(t.Dedent);
    return this.ACTION(() => ({ span: this.#span(word), closed: word.tokenType === t.UnionClosed, members }));
  });

  private readonly patch = this.RULE("patch", (): ast.Patch => {
    this.CONSUME(t.Patch);
    const kind = this.OR([
      { ALT: () => this.CONSUME(t.Struct) },
      { ALT: () => this.CONSUME(t.Union) },
      { ALT: () => this.CONSUME(t.UnionClosed) },
    ]);
    const name = this.SUBRULE(this.name);
    const parent = this.OPTION(() => this.SUBRULE(this.parent));
    this.CONSUME(t.Newline);
    const body = this.SUBRULE(this.body);
    this.ACTION(() => {
      const extra = parent?.span ?? body.doc?.span ?? body.subtypes?.span;
      if (extra !== undefined) {
        this.#report(say.notInPatch(extra));
      }
    });
    const target = kind.tokenType === t.Struct ? "struct" : kind.tokenType === t.Union ? "union" : "union_closed";
    return { kind: "patch", span: name.span, target, name, fields: body.fields, examples: body.examples };
  });

  private readonly annotation = this.RULE("annotation", (): ast.Annotation => {
    this.CONSUME(t.Annotation);
    const name = this.SUBRULE(this.name);
    this.CONSUME(t.Equals);
    const { qualifier, name: type } = this.SUBRULE(this.qualifiedName);
    const args = this.OPTION(() => this.SUBRULE(this.args)) ?? [];
    this.CONSUME(t.Newline);
    return { kind: "annotation", span: name.span, name, qualifier, type, args };
  });

  private readonly annotationType = this.RULE("annotationType", (): ast.AnnotationType => {
    this.CONSUME(t.AnnotationType);
    const name = this.SUBRULE(this.name);
    this.CONSUME(t.Newline);
    const body = this.SUBRULE(this.body);
    this.ACTION(() => {
      const extra = body.subtypes?.span ?? body.examples[0]?.span;
      if (extra !== undefined) {
        this.#report(say.notInAnnotationType(extra));
      }
    });
    return { kind: "annotation_type", span: name.span, name, doc: body.doc, params: body.fields };
  });

  private readonly route = this.RULE("route", (): ast.Route => {
    this.CONSUME(t.Route);
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
        this.#report(say.routeTypes(name.span, types.length));
      }
      const missing = {
        kind: "type",
        span: name.span,
        qualifier: undefined,
        name,
        args: undefined,
        nullable: false,
      } as const;
      return {
        kind: "route",
        span: name.span,
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
    const first = this.SUBRULE(this.name);
    const path = this.OPTION(() => this.CONSUME(t.Path));
    const version = this.OPTION1(() => {
      this.CONSUME(t.Colon);
      return this.CONSUME(t.Integer);
    });
    return this.ACTION(() => {
      if (version !== undefined && !isVersion(Number(version.image))) {
        this.#report(say.routeVersion(this.#span(version)));
      }
      const name =
        path === undefined ? first : { text: first.text + path.image, span: spanning(first.span, this.#span(path)) };
      return { name, version: version === undefined ? 1 : Number(version.image) };
    });
  });

  private readonly deprecation = this.RULE("deprecation", (): ast.Deprecation => {
    const word = this.CONSUME(t.Deprecated);
    const by = this.OPTION(() => {
      this.CONSUME(t.By);
      return this.SUBRULE(this.routeName);
    });
    return { span: this.#span(word), by };
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
            this.#twice(say.attributeTwice(attribute.span, attribute.name.text), first.span, "first given here");
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
    const name = this.SUBRULE(this.memberName);
    this.CONSUME(t.Equals);
    const value = this.SUBRULE(this.wordOrLiteral);
    this.CONSUME(t.Newline);
    return { span: name.span, name, value };
  });

  // --- Fields ---

  private readonly field = this.RULE("field", (): ast.Field => {
    const name = this.SUBRULE(this.memberName);
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
        this.#report(say.inlineWithoutType(inline.span));
      }
      if (value !== undefined && type === undefined) {
        this.#report(say.defaultWithoutType(value.span, name.text));
      }
      return {
        span: name.span,
        name,
        type,
        default: value,
        annotations: below.annotations,
        doc: below.doc,
        // INL-2: the definition is named by the field's type.
        inline: inline === undefined || type === undefined ? undefined : { ...inline, name: type.name },
      };
    });
  });

  /** What stands below a field or an alias: annotations, then documentation, then an inline definition. */
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
    return this.ACTION(() => ({ span: spanning(this.#span(at), name.span), qualifier, name }));
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
      const unnamed = { text: "", span: this.#span(word) };
      return word.tokenType === t.Struct
        ? this.#structOf(unnamed, parent, body)
        : this.#unionOf(word, unnamed, parent, body);
    });
  });

  private readonly doc = this.RULE("doc", (): ast.Doc => {
    const literal = this.CONSUME(t.StringLiteral);
    this.CONSUME(t.Newline);
    return this.ACTION(() => ({ text: this.#string(literal), span: this.#span(literal) }));
  });

  // --- Types ---

  private readonly typeRef: (index?: number) => ast.TypeRef = this.RULE("typeRef", (): ast.TypeRef => {
    const { qualifier, name } = this.SUBRULE(this.qualifiedName);
    const args = this.OPTION(() => this.SUBRULE(this.args));
    const question = this.OPTION1(() => this.CONSUME(t.Question));
    return this.ACTION(() => ({
      kind: "type",
      span: spanning(qualifier?.span ?? name.span, name.span),
      qualifier,
      name,
      args,
      nullable: question !== undefined,
    }));
  });

  private readonly qualifiedName = this.RULE(
    "qualifiedName",
    (): { qualifier: ast.Name | undefined; name: ast.Name } => {
      const first = this.SUBRULE(this.name);
      const second = this.OPTION(() => {
        this.CONSUME(t.Dot);
        return this.SUBRULE1(this.name);
      });
      return second === undefined ? { qualifier: undefined, name: first } : { qualifier: first, name: second };
    },
  );

  private readonly args: (index?: number) => ast.Argument[] = this.RULE("args", (): ast.Argument[] => {
    const args: ast.Argument[] = [];
    this.CONSUME(t.LeftParen);
    this.MANY_SEP({
      SEP: t.Comma,
      DEF: () => {
        const arg = this.SUBRULE(this.argument);
        this.ACTION(() => {
          this.#checkArgument(args, arg);
          args.push(arg);
        });
      },
    });
    this.CONSUME(t.RightParen);
    return args;
  });

  private readonly argument = this.RULE("argument", (): ast.Argument => {
    const keyword = this.OPTION({
      GATE: () => this.LA(2).tokenType === t.Equals,
      DEF: () => {
        const name = this.SUBRULE(this.name);
        this.CONSUME(t.Equals);
        return name;
      },
    });
    const value = this.OR<ast.Literal | ast.TypeRef>({
      DEF: [{ ALT: () => this.SUBRULE(this.literal) }, { ALT: () => this.SUBRULE(this.typeRef) }],
      // `true`, `false` and `null` are literals here, not reserved words in place of a type.
      IGNORE_AMBIGUITIES: true,
    });
    return { span: keyword?.span ?? value.span, keyword, value };
  });

  // --- Examples ---

  private readonly example = this.RULE("example", (): ast.Example => {
    const word = this.CONSUME(t.Example);
    const label = this.SUBRULE(this.name);
    const entries: ast.ExampleEntry[] = [];
    this.CONSUME(t.Newline);
    const text = this.OPTION(() => {
      this.CONSUME(t.Indent);
      const value = this.OPTION1(() => this.SUBRULE(this.doc));
      this.AT_LEAST_ONE(() => {
        const entry = this.SUBRULE(this.exampleEntry);
        this.ACTION(() => {
          const first = entries.find(({ name }) => name.text === entry.name.text);
          if (first !== undefined) {
            this.#twice(say.exampleFieldTwice(entry.span, entry.name.text), first.span, "first set here");
          }
          entries.push(entry);
        });
      });
      this.CONSUME(t.Dedent);
      return value;
    });
    return { span: this.#span(word), label, doc: text, entries };
  });

  private readonly exampleEntry = this.RULE("exampleEntry", (): ast.ExampleEntry => {
    const name = this.SUBRULE(this.memberName);
    this.CONSUME(t.Equals);
    const value = this.OR<ast.ExampleValue>([
      {
        ALT: () => {
          const inLine = this.SUBRULE(this.exampleValue);
          this.CONSUME(t.Newline);
          return inLine;
        },
      },
      {
        ALT: () => {
          this.CONSUME1(t.Newline);
          this.CONSUME(t.Indent);
          const below = this.SUBRULE(this.map);
          this.CONSUME2(t.Newline);
          this.CONSUME(t.Dedent);
          return below;
        },
      },
    ]);
    return { span: name.span, name, value };
  });

  private readonly exampleValue: (index?: number) => ast.ExampleValue = this.RULE("exampleValue", () =>
    this.OR<ast.ExampleValue>([
      { ALT: () => this.SUBRULE(this.wordOrLiteral) },
      { ALT: () => this.SUBRULE(this.list) },
      { ALT: () => this.SUBRULE(this.map) },
    ]),
  );

  private readonly list: (index?: number) => ast.ExampleList = this.RULE("list", (): ast.ExampleList => {
    const open = this.CONSUME(t.LeftBracket);
    const items: ast.ExampleValue[] = [];
    this.MANY_SEP({
      SEP: t.Comma,
      DEF: () => {
        const item = this.SUBRULE(this.exampleValue);
        this.ACTION(() => {
          // GRAM-13: items of lists cannot be maps.
          if (item.kind === "map") {
            this.#report(say.mapInList(item.span));
          }
        });
        items.push(item);
      },
    });
    const close = this.CONSUME(t.RightBracket);
    return { kind: "list", span: spanning(this.#span(open), this.#span(close)), items };
  });

  private readonly map: (index?: number) => ast.ExampleMap = this.RULE("map", (): ast.ExampleMap => {
    const open = this.CONSUME(t.LeftBrace);
    const pairs = this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Newline);
          this.CONSUME(t.Indent);
          const spread = this.SUBRULE(this.pairs);
          this.CONSUME1(t.Newline);
          this.CONSUME(t.Dedent);
          return spread;
        },
      },
      { ALT: () => this.OPTION(() => this.SUBRULE1(this.pairs)) ?? [] },
    ]);
    const close = this.CONSUME(t.RightBrace);
    return { kind: "map", span: spanning(this.#span(open), this.#span(close)), pairs };
  });

  private readonly pairs: (index?: number) => ast.ExampleMap["pairs"] = this.RULE("pairs", () => {
    const pairs = [this.SUBRULE(this.pair)];
    this.MANY(() => {
      this.CONSUME(t.Comma);
      this.OPTION(() => this.CONSUME(t.Newline));
      pairs.push(this.SUBRULE1(this.pair));
    });
    return pairs;
  });

  private readonly pair: (index?: number) => ast.ExampleMap["pairs"][number] = this.RULE("pair", () => {
    const key = this.SUBRULE(this.exampleValue);
    const colon = this.CONSUME(t.Colon);
    const value = this.SUBRULE1(this.exampleValue);
    this.ACTION(() => {
      if (key.kind === "list" || key.kind === "map") {
        this.#report(say.mapKeyNotScalar(this.#span(colon)));
      }
    });
    return { key, value };
  });

  // --- Words and literals ---

  private readonly wordOrLiteral = this.RULE("wordOrLiteral", () =>
    this.OR<ast.Literal | ast.Word>([
      { ALT: () => this.SUBRULE(this.literal) },
      {
        ALT: () => {
          const word = this.CONSUME(t.Identifier);
          return { kind: "word", span: this.#span(word), text: word.image };
        },
      },
    ]),
  );

  private readonly literal = this.RULE("literal", (): ast.Literal => {
    const token = this.OR([
      { ALT: () => this.CONSUME(t.BooleanWord) },
      { ALT: () => this.CONSUME(t.NullWord) },
      { ALT: () => this.CONSUME(t.FloatNumber) },
      { ALT: () => this.CONSUME(t.Integer) },
      { ALT: () => this.CONSUME(t.StringLiteral) },
    ]);
    return this.ACTION(() => ({ kind: "literal", span: this.#span(token), value: this.#value(token) }));
  });

  /** A name anywhere but at the start of a line of a body. */
  private readonly name: (index?: number) => ast.Name = this.RULE("name", () => {
    const token = this.OR([
      { ALT: () => this.CONSUME(t.Identifier) },
      { ALT: () => this.CONSUME(t.ReservedWord) },
      { ALT: () => this.CONSUME(t.BodyWord) },
    ]);
    return this.ACTION(() => this.#nameOf(token));
  });

  /** The name that begins a line of a body, where some keywords begin something else. */
  private readonly memberName = this.RULE("memberName", () => {
    const token = this.OR([{ ALT: () => this.CONSUME(t.Identifier) }, { ALT: () => this.CONSUME(t.ReservedWord) }]);
    return this.ACTION(() => this.#nameOf(token));
  });

  // --- Actions ---

  #nameOf(token: IToken): ast.Name {
    if (token.tokenType !== t.Identifier) {
      this.#report(say.reservedWord(this.#span(token), token.image));
    }
    return { text: token.image, span: this.#span(token) };
  }

  #structOf(name: ast.Name, parent: ast.TypeRef | undefined, body: Body): ast.Struct {
    return {
      kind: "struct",
      span: name.span,
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
      this.#report(say.subtypesOfUnion(body.subtypes.span));
    }
    return {
      kind: "union",
      closed: word.tokenType === t.UnionClosed,
      span: name.span,
      name,
      parent,
      doc: body.doc,
      fields: body.fields,
      examples: body.examples,
    };
  }

  #inOrder(last: Part | undefined, part: Part, span: Span): Part {
    if (last !== undefined && part.rank < last.rank) {
      this.#report(say.bodyOrder(span, part.what, last.what));
    } else if (last === part && (part === doc || part === subtypeList)) {
      this.#report(say.partTwice(span, part.what));
    }
    return part;
  }

  #addExample(examples: ast.Example[], added: ast.Example): void {
    const first = examples.find(({ label }) => label.text === added.label.text);
    if (first !== undefined) {
      this.#twice(say.exampleTwice(added.span, added.label.text), first.label.span, "first example of this label");
    }
    examples.push(added);
  }

  #checkArgument(before: readonly ast.Argument[], arg: ast.Argument): void {
    if (arg.keyword === undefined) {
      if (before.at(-1)?.keyword !== undefined) {
        this.#report(say.positionalAfterKeyword(arg.span));
      }
      return;
    }
    const keyword = arg.keyword.text;
    const first = before.find((other) => other.keyword?.text === keyword);
    if (first !== undefined) {
      // E-SYN-8 belongs to the line where the argument before ends.
      const comma = before.at(-1)?.value.span ?? arg.span;
      const line = (span: Span): number => span.source.position(span.start).line;
      const place = line(comma) === line(arg.span) ? arg.span : comma;
      this.#twice(say.argumentTwice(place, keyword), first.span, "first given here");
    }
  }

  #twice(finding: Finding, first: Span, message: string): void {
    this.#report(withRelated(finding, first, message));
  }

  #value(token: IToken): ast.Literal["value"] {
    switch (token.tokenType) {
      case t.BooleanWord:
        return token.image === "true";
      case t.NullWord:
        return null;
      case t.Integer:
        return BigInt(token.image);
      case t.FloatNumber:
        return Number(token.image);
      default:
        return this.#string(token);
    }
  }

  #string(token: IToken): string {
    return stringValue(token.image, this.#stringLevels.get(token.startOffset) ?? 0);
  }

  #span(token: IToken): Span {
    // While Chevrotain records the grammar there is no source.
    const source = this.#source as Source;
    return { source, start: token.startOffset, end: token.startOffset + Math.max(token.image.length, 1) };
  }
}

function isVersion(number: number): boolean {
  return number >= 1 && number <= Number.MAX_SAFE_INTEGER;
}
