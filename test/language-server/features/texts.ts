import type { Loose } from "./loose.js";

/** A position of the protocol, both from 0. */
export interface LspPosition {
  readonly line: number;
  readonly character: number;
}

export interface LspRange {
  readonly start: LspPosition;
  readonly end: LspPosition;
}

export interface LspEdit {
  readonly range: LspRange;
  readonly newText: string;
}

export function offsetOf(text: string, { line, character }: LspPosition): number {
  const lines = text.split("\n");
  const before = lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
  return before + Math.min(character, (lines[line] ?? "").length);
}

export function positionOf(text: string, offset: number): LspPosition {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

/** A text after edits, which do not overlap. */
export function applied(text: string, edits: readonly LspEdit[]): string {
  return edits
    .map(({ range, newText }, index) => ({
      index,
      start: offsetOf(text, range.start),
      end: offsetOf(text, range.end),
      newText,
    }))
    .sort((a, b) => b.start - a.start || b.index - a.index)
    .reduce((all, { start, end, newText }) => all.slice(0, start) + newText + all.slice(end), text);
}

/** The files that an edit of the workspace touches, as they are after it. */
export function afterWorkspaceEdit(
  edit: Loose,
  textOf: (uri: string) => string,
): { readonly texts: Readonly<Record<string, string>>; readonly needsConfirmation: boolean } {
  const texts: Record<string, string> = {};
  const change = (uri: string, edits: readonly LspEdit[]): void => {
    texts[uri] = applied(texts[uri] ?? textOf(uri), edits);
  };
  for (const [uri, edits] of Object.entries<Loose>(edit?.changes ?? {})) {
    change(uri, edits);
  }
  for (const part of edit?.documentChanges ?? []) {
    if (part.kind === "rename") {
      texts[part.newUri] = texts[part.oldUri] ?? textOf(part.oldUri);
      Reflect.deleteProperty(texts, part.oldUri);
    } else {
      change(part.textDocument.uri, part.edits);
    }
  }
  const annotations = Object.values<Loose>(edit?.changeAnnotations ?? {});
  return { texts, needsConfirmation: annotations.some((annotation) => annotation.needsConfirmation === true) };
}
