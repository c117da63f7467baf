import { LSPPlugin } from "@codemirror/lsp-client";
import { RangeSetBuilder, StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from "@codemirror/view";

/** Kind of token to the Lezer class that determines its color. Code in other languages has the same classes. */
const colors: Readonly<Record<string, string>> = {
  keyword: "tok-keyword",
  string: "tok-string",
  number: "tok-number",
  comment: "tok-comment",
  namespace: "tok-namespace",
  struct: "tok-typeName",
  enum: "tok-typeName",
  type: "tok-typeName",
  enumMember: "tok-propertyName",
  property: "tok-propertyName",
  function: "tok-function",
  decorator: "tok-meta",
  variable: "tok-variableName",
  parameter: "tok-variableName",
};

const setColors = StateEffect.define<DecorationSet>();

const colored = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (value, { changes, effects }) => effects.find((effect) => effect.is(setColors))?.value ?? value.map(changes),
  provide: (field) => EditorView.decorations.from(field),
});

/** Colors the text according to the tokens from the language server, which knows the kind of each name. */
export const semanticColors: Extension = [
  colored,
  ViewPlugin.define((view) => {
    const coloring = new Coloring(view);
    return {
      update: ({ docChanged }: ViewUpdate) => {
        if (docChanged) {
          void coloring.update();
        }
      },
      destroy: () => coloring.end(),
    };
  }),
];

interface SemanticTokens {
  readonly data: readonly number[];
}

class Coloring {
  readonly #view: EditorView;
  #isRunning = false;
  #isOutdated = false;
  #isEnded = false;

  constructor(view: EditorView) {
    this.#view = view;
    void this.update();
  }

  end(): void {
    this.#isEnded = true;
  }

  /** Colors the current text, and again if it changes in the meantime. */
  async update(): Promise<void> {
    this.#isOutdated = true;
    if (this.#isRunning) {
      return;
    }
    this.#isRunning = true;
    while (this.#isOutdated && !this.#isEnded) {
      this.#isOutdated = false;
      await this.#color().catch(() => undefined); // the text has changed, or the worker is being replaced
    }
    this.#isRunning = false;
  }

  async #color(): Promise<void> {
    await Promise.resolve(); // not while the editor is updating
    const plugin = LSPPlugin.get(this.#view);
    if (plugin === null) {
      return;
    }
    plugin.client.sync();
    const { doc } = this.#view.state;
    const textDocument = { uri: plugin.uri };
    const tokens = await plugin.client.request<object, SemanticTokens | null>("textDocument/semanticTokens/full", {
      textDocument,
    });
    if (tokens !== null && !this.#isEnded && this.#view.state.doc === doc) {
      const legend = plugin.client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes ?? [];
      this.#view.dispatch({ effects: setColors.of(decorations(tokens, legend, doc)) });
    }
  }
}

function decorations(
  { data }: SemanticTokens,
  legend: readonly string[],
  doc: EditorView["state"]["doc"],
): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let line = 0;
  let character = 0;
  for (let at = 0; at < data.length; at += 5) {
    const [down = 0, right = 0, length = 0, type = 0] = data.slice(at, at + 4);
    character = down === 0 ? character + right : right;
    line += down;
    const mark = marks.get(legend[type] ?? "");
    if (mark !== undefined) {
      const from = doc.line(line + 1).from + character;
      builder.add(from, from + length, mark);
    }
  }
  return builder.finish();
}

const marks = new Map(Object.entries(colors).map(([type, color]) => [type, Decoration.mark({ class: color })]));
