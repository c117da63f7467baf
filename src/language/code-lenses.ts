import { versioned } from "../ir/names.js";
import { Settings, type LintOptions } from "../lint/config.js";
import type * as ast from "../syntax/ast.js";
import { countCarriers, type Carriers } from "./call-hierarchy.js";
import { toFileRange, type FileRange } from "./places.js";
import type { Snapshot } from "./project.js";

/** A line above a declaration that says something about it. */
export interface CodeLens {
  readonly range: FileRange;
  /** What is said; worked out only for lenses in view. */
  readonly title: () => string;
  /** Whether it leads to the references of the declaration. */
  readonly showsReferences: boolean;
}

/** The lenses of a file (LSP-35). Those of closed unions are left out where the linter does not report them. */
export function findLenses({ names }: Snapshot, path: string, lint: LintOptions): CodeLens[] {
  let carriers: ReadonlyMap<ast.Struct | ast.Union, Carriers> | undefined;
  const carriersOf = (node: ast.Struct | ast.Union): Carriers | undefined =>
    (carriers ??= countCarriers(names)).get(node);
  const warnsOfClosed = new Settings(lint).of("closed-union-in-result", path).level !== "off";
  return names.sectionsOf(path).flatMap(({ items }) =>
    items.flatMap((item): CodeLens[] => {
      switch (item.kind) {
        case "struct":
        case "union":
          return [
            {
              range: toFileRange(item.name.span),
              title: () => usedBy(carriersOf(item)?.count ?? 0),
              showsReferences: true,
            },
            ...(item.kind === "union" && item.closed && warnsOfClosed && carriersOf(item)?.isInResult === true
              ? [
                  {
                    range: toFileRange(item.name.span),
                    title: () => "closed: tags can never be added",
                    showsReferences: false,
                  },
                ]
              : []),
          ];
        case "route":
          return item.deprecated?.by === undefined ? [] : [successorLens(item, item.deprecated.by)];
        default:
          return [];
      }
    }),
  );
}

function usedBy(routes: number): string {
  return routes === 0 ? "used by no route" : `used by ${routes === 1 ? "1 route" : `${routes} routes`}`;
}

function successorLens(
  route: ast.Route,
  { name, version }: { readonly name: ast.Name; readonly version: number },
): CodeLens {
  return {
    range: toFileRange(route.name.span),
    title: () => `deprecated by ${versioned({ name: name.text, version })}`,
    showsReferences: false,
  };
}
