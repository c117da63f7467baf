import {
  CompletionItemKind,
  CompletionItemTag,
  InsertTextFormat,
  type CompletionItem,
  type CompletionList,
} from "vscode-languageserver";
import { complete, sortCompletions } from "../features/completion/complete.js";
import type { Completion, CompletionKind } from "../features/completion/completion.js";
import { describeTarget } from "../features/hover.js";
import type { Snapshot } from "../features/project.js";
import { toMarkup } from "./hover.js";
import type { PlaceInDocument, Session } from "./session.js";

const kinds: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  keyword: CompletionItemKind.Keyword,
  type: CompletionItemKind.TypeParameter,
  struct: CompletionItemKind.Struct,
  union: CompletionItemKind.Enum,
  namespace: CompletionItemKind.Module,
  field: CompletionItemKind.Field,
  tag: CompletionItemKind.EnumMember,
  label: CompletionItemKind.Constant,
  value: CompletionItemKind.Value,
  annotation: CompletionItemKind.Interface,
  attribute: CompletionItemKind.Property,
  route: CompletionItemKind.Method,
  parameter: CompletionItemKind.Variable,
};

export const triggerCharacters: string[] = [".", "@", ":", "`", "(", ",", "=", " "];

/** The maximum number of items per response (LSP-30). */
const maxItems = 500;

/** Handles requests for completions (LSP-30 to LSP-32). */
export function registerCompletion(session: Session): void {
  const { connection } = session;
  // The items of the last response are kept, because clients request their documentation one by one.
  let offered: readonly Completion[] = [];
  let offeredIn: Snapshot | undefined;
  connection.onCompletion(
    session.positionHandler("files in time", (place): CompletionList => {
      const list = complete(place.snapshot, place.path, place.offset);
      const all = sortCompletions(list?.items ?? [], list?.word ?? "");
      // If there are too many, only those that match the typed text are sent.
      const fitting = all.length <= maxItems ? all : all.filter(({ rank }) => rank !== undefined);
      offered = fitting.slice(0, maxItems).map(({ item }) => item);
      offeredIn = place.snapshot;
      const toItem = itemWriter(place, list?.range, session);
      return { isIncomplete: all.length > maxItems, items: offered.map(toItem) };
    }),
  );
  connection.onCompletionResolve((item) => {
    const target = offered[Number(item.data)]?.target;
    if (target === undefined || offeredIn === undefined) {
      return item;
    }
    const formats = session.capabilities.textDocument?.completion?.completionItem?.documentationFormat;
    return {
      ...item,
      documentation: toMarkup(
        describeTarget(target, offeredIn, () => undefined),
        formats,
      ),
    };
  });
}

type ReplacedRange = NonNullable<ReturnType<typeof complete>>["range"];

function itemWriter(
  { snapshot, path }: PlaceInDocument,
  replaced: ReplacedRange | undefined,
  session: Session,
): (item: Completion, index: number) => CompletionItem {
  const hasSnippets = session.capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;
  const range = replaced && session.rangeOf(snapshot, replaced);
  return (item, index) => {
    const snippet = hasSnippets ? item.snippet : undefined;
    const newText = session.withLineEndings(snapshot, path, snippet ?? item.text ?? item.label);
    return {
      label: item.label,
      kind: kinds[item.kind],
      detail: item.detail,
      sortText: String(index).padStart(4, "0"),
      filterText: item.label,
      ...(range === undefined ? {} : { textEdit: { range, newText } }),
      ...(snippet === undefined ? {} : { insertTextFormat: InsertTextFormat.Snippet }),
      ...(item.isDeprecated === true ? { tags: [CompletionItemTag.Deprecated] } : {}),
      ...(item.kind === "namespace" ? { commitCharacters: ["."] } : {}),
      ...(item.edits === undefined || item.edits.length === 0
        ? {}
        : {
            additionalTextEdits: item.edits.map((edit) => ({
              range: session.rangeOf(snapshot, edit),
              newText: session.withLineEndings(snapshot, edit.path, edit.text),
            })),
          }),
      data: index,
    };
  };
}
