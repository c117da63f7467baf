import * as diagnostics from "../text/diagnostics/catalogue.js";
import { spanning } from "../text/span.js";
import type * as ast from "./ast.js";
import * as t from "./tokens.js";
import { TypeGrammar } from "./type-grammar.js";

/** The grammar rules for examples. */
export abstract class ExampleGrammar extends TypeGrammar {
  protected readonly example = this.RULE("example", (): ast.Example => {
    const word = this.CONSUME(t.Example);
    const label = this.nameOf(this.CONSUME(t.AnyName));
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
            this.reportTwice(
              diagnostics.duplicateExampleField(entry.span, entry.name.text),
              first.span,
              "first set here",
            );
          }
          entries.push(entry);
        });
      });
      this.CONSUME(t.Dedent);
      return value;
    });
    return this.ACTION(() => ({
      span: this.spanOf(word),
      extent: this.extentFrom(t.startOf(word)),
      label,
      doc: text,
      entries,
    }));
  });

  private readonly exampleEntry = this.RULE("exampleEntry", (): ast.ExampleEntry => {
    const name = this.nameOf(this.CONSUME(t.MemberName));
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
    return this.ACTION(() => ({ span: name.span, extent: this.extentFrom(name.span.start), name, value }));
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
            this.report(diagnostics.mapInList(item.span));
          }
        });
        items.push(item);
      },
    });
    const close = this.CONSUME(t.RightBracket);
    const span = spanning(this.spanOf(open), this.spanOf(close));
    return { kind: "list", span, extent: span, items };
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
    const span = spanning(this.spanOf(open), this.spanOf(close));
    return { kind: "map", span, extent: span, pairs };
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
        this.report(diagnostics.invalidMapKey(this.spanOf(colon)));
      }
    });
    return { key, value };
  });
}
