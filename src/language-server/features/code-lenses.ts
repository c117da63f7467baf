import { routeName, versioned } from "../../ir/names.js";
import { Settings, type LintOptions } from "../../lint/config.js";
import type * as ast from "../../syntax/ast.js";
import { countCarriers, type Carriers } from "./hierarchies.js";
import { toFileRange, type FileRange } from "./places.js";
import type { Snapshot } from "./project.js";

/** A line of information above a declaration. */
export interface CodeLens {
  readonly range: FileRange;
  /** Computes the text, only for lenses in view. */
  readonly title: () => string;
  /** Whether the lens links to the references of the declaration. */
  readonly showsReferences: boolean;
}

/** The changes of an API since an earlier revision. */
export interface Changes {
  /** The name of the revision. */
  readonly since: string;
  /** Definition to the severity of its change: `files.Metadata`, `files/copy:2`. */
  readonly severities: ReadonlyMap<string, string>;
}

/**
 * Returns the lenses of a file (LSP-35). Lenses about closed unions are left out if the lint rule for closed unions is
 * off.
 */
export function findLenses(
  { names }: Snapshot,
  path: string,
  lint: LintOptions,
  changes: Changes | undefined,
): CodeLens[] {
  let carriers: ReadonlyMap<ast.Struct | ast.Union, Carriers> | undefined;
  const carriersOf = (node: ast.Struct | ast.Union): Carriers | undefined =>
    (carriers ??= countCarriers(names)).get(node);
  const warnsOfClosed = new Settings(lint).of("closed-union-in-result", path).level !== "off";
  return names.sectionsOf(path).flatMap(({ namespace, items }) =>
    items.flatMap((item): CodeLens[] => {
      const changed = changedLenses(item, namespace, changes);
      switch (item.kind) {
        case "struct":
        case "union":
          return [
            ...changed,
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
          return [...changed, ...(item.deprecated?.by === undefined ? [] : [successorLens(item, item.deprecated.by)])];
        default:
          return changed;
      }
    }),
  );
}

function changedLenses(item: ast.Item, namespace: string, changes: Changes | undefined): CodeLens[] {
  const subject =
    item.kind === "route"
      ? routeName(namespace, { name: item.name.text, version: item.version })
      : `${namespace}.${item.name.text}`;
  const severity = item.kind === "namespace" || item.kind === "import" ? undefined : changes?.severities.get(subject);
  return severity === undefined
    ? []
    : [
        {
          range: toFileRange(item.name.span),
          title: () => `changed since ${changes?.since ?? ""}: ${severity}`,
          showsReferences: false,
        },
      ];
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
