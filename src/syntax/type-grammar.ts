import { EmbeddedActionsParser, type IToken } from "chevrotain";
import * as diagnostics from "../text/diagnostics/catalogue.js";
import { withRelated, type Finding, type Report } from "../text/diagnostics/diagnostic.js";
import { spanning, type Span } from "../text/span.js";
import { ItemSource } from "../text/item-source.js";
import { Source } from "../text/source.js";
import type * as ast from "./ast.js";
import type { Chunk } from "./layout.js";
import { stringValue } from "./string-value.js";
import * as t from "./tokens.js";

/** The grammar rules for names, literals, documentation and type references, which all other rules use. */
export abstract class TypeGrammar extends EmbeddedActionsParser {
  protected report: Report = () => undefined;
  // A placeholder, because Chevrotain runs the rules once to record their structure.
  #source = new ItemSource("", { path: "", file: new Source(""), start: 0 });
  #stringLevels: Chunk["stringLevels"] = new Map();

  protected constructor(options: { skipValidations: boolean }) {
    super(t.vocabulary, { recoveryEnabled: false, maxLookahead: 2, skipValidations: options.skipValidations });
  }

  /** Sets the tokens that the rules read next. */
  protected begin(source: ItemSource, chunk: Chunk, report: Report): void {
    this.#source = source;
    this.#stringLevels = chunk.stringLevels;
    this.report = report;
    this.input = chunk.tokens;
  }

  protected readonly wordOrLiteral = this.RULE("wordOrLiteral", () =>
    this.OR<ast.Literal | ast.Word>([
      { ALT: () => this.SUBRULE(this.literal) },
      {
        ALT: () => {
          const word = this.CONSUME(t.Identifier);
          const span = this.spanOf(word);
          return { kind: "word", span, extent: span, text: word.image };
        },
      },
    ]),
  );

  private readonly literal = this.RULE("literal", (): ast.Literal => {
    const token = this.CONSUME(t.Literal);
    return this.ACTION(() => {
      const span = this.spanOf(token);
      return { kind: "literal", span, extent: span, value: this.#value(token) };
    });
  });

  protected readonly doc = this.RULE("doc", (): ast.Doc => {
    const literal = this.CONSUME(t.StringLiteral);
    this.CONSUME(t.Newline);
    return this.ACTION(() => ({ text: this.#string(literal), span: this.spanOf(literal) }));
  });

  protected readonly typeRef: (index?: number) => ast.TypeRef = this.RULE("typeRef", (): ast.TypeRef => {
    const { qualifier, name } = this.SUBRULE(this.qualifiedName);
    const args = this.OPTION(() => this.SUBRULE(this.args));
    const question = this.OPTION1(() => this.CONSUME(t.Question));
    return this.ACTION(() => {
      const span = qualifier === undefined ? name.span : spanning(qualifier.span, name.span);
      const isLonger = args !== undefined || question !== undefined;
      return {
        kind: "type",
        span,
        extent: isLonger ? this.extentFrom(span.start) : span,
        qualifier,
        name,
        args,
        nullable: question !== undefined,
      };
    });
  });

  protected readonly qualifiedName = this.RULE(
    "qualifiedName",
    (): { qualifier: ast.Name | undefined; name: ast.Name } => {
      const first = this.nameOf(this.CONSUME(t.AnyName));
      const second = this.OPTION(() => {
        this.CONSUME(t.Dot);
        return this.nameOf(this.CONSUME1(t.AnyName));
      });
      return second === undefined ? { qualifier: undefined, name: first } : { qualifier: first, name: second };
    },
  );

  protected readonly args: (index?: number) => ast.Argument[] = this.RULE("args", (): ast.Argument[] => {
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
        const name = this.nameOf(this.CONSUME(t.AnyName));
        this.CONSUME(t.Equals);
        return name;
      },
    });
    const value = this.OR<ast.Literal | ast.TypeRef>({
      DEF: [{ ALT: () => this.SUBRULE(this.literal) }, { ALT: () => this.SUBRULE(this.typeRef) }],
      // `true`, `false` and `null` are literals here, not reserved words instead of a type.
      IGNORE_AMBIGUITIES: true,
    });
    return this.ACTION(() => ({
      span: keyword?.span ?? value.span,
      extent: keyword === undefined ? value.extent : spanning(keyword.span, value.extent),
      keyword,
      value,
    }));
  });

  protected spanOf(token: IToken): Span {
    const { image } = token;
    const start = t.startOf(token);
    return { source: this.#source, start, end: start + Math.max(image.length, 1) };
  }

  /** Returns the span from an offset to the end of the code that has been read. */
  protected extentFrom(start: number): Span {
    return { source: this.#source, start, end: t.endOf(this.LA(0)) };
  }

  protected reportTwice(finding: Finding, first: Span, message: string): void {
    this.report(withRelated(finding, first, message));
  }

  /** Returns a token as a name. Reports a keyword that is used as a name. */
  protected nameOf(token: IToken): ast.Name {
    if (token.tokenType !== t.Identifier) {
      this.report(diagnostics.reservedWord(this.spanOf(token), token.image));
    }
    return { text: token.image, span: this.spanOf(token) };
  }

  #checkArgument(before: readonly ast.Argument[], arg: ast.Argument): void {
    if (arg.keyword === undefined) {
      if (before.at(-1)?.keyword !== undefined) {
        this.report(diagnostics.positionalAfterKeyword(arg.span));
      }
      return;
    }
    const keyword = arg.keyword.text;
    const first = before.find((other) => other.keyword?.text === keyword);
    if (first !== undefined) {
      // E-SYN-8 is reported on the line where the previous argument ends.
      const comma = before.at(-1)?.value.span ?? arg.span;
      const line = (span: Span): number => span.source.position(span.start).line;
      const place = line(comma) === line(arg.span) ? arg.span : comma;
      this.reportTwice(diagnostics.duplicateArgument(place, keyword), first.span, "first given here");
    }
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
    return stringValue(token.image, this.#stringLevels.get(t.startOf(token)) ?? 0);
  }
}
