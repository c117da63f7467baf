import type * as ast from "../../syntax/ast.js";
import { readItems } from "../../language-server/symbols/names.js";
import { namespaceOf } from "../../language-server/features/places.js";
import type { Snapshot } from "../../language-server/features/project.js";

/** A definition of a file. */
export interface PlacedDefinition {
  readonly namespace: string;
  readonly item: ast.Definition;
  /** The offset in the file at which the definition starts. */
  readonly start: number;
  /** The offset in the file at which the name starts. */
  readonly nameOffset: number;
}

/** Returns the definitions of a file, in order. */
export function definitionsIn({ files, names }: Snapshot, path: string): PlacedDefinition[] {
  return (files.get(path)?.itemTexts ?? []).flatMap((text) => {
    const item = readItems(text).find(isDefinition);
    return item === undefined
      ? []
      : {
          namespace: namespaceOf(path, text, names),
          item,
          start: text.source.offsetInFile(item.extent.start),
          nameOffset: text.source.offsetInFile(item.name.span.start),
        };
  });
}

/** Returns the definition that contains an offset or ends before it; undefined above all definitions. */
export function definitionAt(snapshot: Snapshot, path: string, offset: number): PlacedDefinition | undefined {
  return definitionsIn(snapshot, path).findLast(({ start }) => start <= offset);
}

function isDefinition(item: ast.Item): item is ast.Definition {
  return item.kind !== "namespace" && item.kind !== "import";
}
