import type * as ast from "../../../syntax/ast.js";
import { readItems } from "../../../symbols/names.js";
import { itemTextAt, namespaceOf } from "../../../language/places.js";
import type { Snapshot } from "../../../language/project.js";

/** The definition that contains an offset of a file. */
export interface DefinitionAt {
  readonly namespace: string;
  readonly item: ast.Definition;
  /** The offset of its name in the file. */
  readonly nameOffset: number;
}

/** The definition that contains an offset; undefined outside of all definitions. */
export function definitionAt({ files, names }: Snapshot, path: string, offset: number): DefinitionAt | undefined {
  const file = files.get(path);
  const text = file && itemTextAt(file, offset);
  if (file === undefined || text === undefined) {
    return undefined;
  }
  const item = readItems(text).find(
    ({ extent }) =>
      extent.start <= offset - text.source.offsetInFile(0) && offset <= text.source.offsetInFile(extent.end),
  );
  return item === undefined || item.kind === "namespace" || item.kind === "import"
    ? undefined
    : {
        namespace: namespaceOf(path, text, names),
        item,
        nameOffset: text.source.offsetInFile(item.name.span.start),
      };
}
