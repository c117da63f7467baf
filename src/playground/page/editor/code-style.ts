import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

/** The extensions of all editors. The colors are in the style sheet. */
export const codeStyle: Extension = [
  EditorView.cspNonce.of("editor"), // the nonce in the page's Content-Security-Policy
  lineNumbers(),
  EditorView.lineWrapping,
  syntaxHighlighting(classHighlighter),
  bracketMatching(),
];

/** Returns the extensions of editors whose text can be edited. */
export function editing(label: string, indentation: string): Extension {
  return [
    codeStyle,
    history(),
    drawSelection(),
    highlightActiveLine(),
    indentUnit.of(indentation),
    keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
  ];
}

/** Returns the extensions of editors whose text can only be read and copied. */
export function reading(label: string): Extension {
  return [
    codeStyle,
    EditorState.readOnly.of(true),
    keymap.of(defaultKeymap),
    EditorView.contentAttributes.of({ "aria-label": label, "aria-readonly": "true", tabindex: "0" }),
  ];
}

/** Replaces the text of an editor. Changes only the part that differs, so that the view does not move. */
export function replaceText(view: EditorView, text: string): void {
  const old = view.state.doc.toString();
  if (old === text) {
    return;
  }
  let start = 0;
  while (start < old.length && old[start] === text[start]) {
    start++;
  }
  let end = 0;
  while (end < Math.min(old.length, text.length) - start && old.at(-1 - end) === text.at(-1 - end)) {
    end++;
  }
  view.dispatch({ changes: { from: start, to: old.length - end, insert: text.slice(start, text.length - end) } });
}
