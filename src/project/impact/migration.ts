import { ts } from "ts-morph";
import type { Api, Route } from "../../ir/api.js";
import { routeName, type VersionedName } from "../../ir/names.js";
import { isEqual } from "../../ir/equal.js";
import type { Finding } from "../../diff/report.js";
import { findRenamings } from "../../diff/renamings.js";
import { applyEdits, findEdits, movedOffset, type Edit } from "./edits.js";
import { translateNames, type RenamedParts } from "./generated-names.js";
import { describeImpact, type Impact } from "./impact.js";
import { createProgram, type CallerProject, type ComparedPackage, type SharedFiles } from "./program.js";
import { findUses, type Use } from "./uses.js";

/** The changes that give a program the new names of an API, and what remains to be done by hand. */
export interface Migration {
  /** The edits of each file, by path, in the order of the file. */
  readonly edits: ReadonlyMap<string, readonly Edit[]>;
  /** The places that still have to be changed, in the files with the edits. */
  readonly remaining: Impact;
}

/** Finds the edits that give a program the new names of renamed parts of an API. */
export function migrateProgram(
  project: CallerProject,
  compared: ComparedPackage,
  renamed: RenamedParts,
  findings: readonly Finding[],
): Migration {
  const shared: SharedFiles = new Map();
  const before = createProgram(project, compared.name, compared.old.files, shared);
  const found = findUses(before, project, compared.name, compared.old);
  const translate = translateNames(compared.old, compared.now, renamed);
  // Servers keep the handlers of deprecated routes, which the new API still has.
  const uses = found.uses.filter((use) => !isHandler(use) || !isRoute(compared.now.api, use.origin));
  const { byFile, ambiguous } = findEdits(before, project, compared.name, uses, translate);
  const texts = [...byFile].map(
    ([file, edits]) => [file, applyEdits(before.getSourceFile(file)?.text ?? "", edits)] as const,
  );
  const after = createProgram(project, compared.name, compared.now.files, shared, new Map(texts));
  const origins = new Set(
    [renamed.namespaces, renamed.types, renamed.routes, renamed.members].flatMap((names) => [...names.keys()]),
  );
  const remainingUses = uses.filter((use) => ambiguous.has(use) || !origins.has(use.origin));
  const moved = (file: string, offset: number): number => movedOffset(offset, byFile.get(file) ?? []);
  const remaining = describeImpact({ project, before, after, ...found, uses: remainingUses }, findings, moved);
  return { edits: byFile, remaining };
}

/** Whether a use is the name of a property in an object, where a route has its handler. */
function isHandler({ kind, node }: Use): boolean {
  return kind === "member" && ts.isObjectLiteralElementLike(node.parent);
}

function isRoute({ namespaces }: Api, name: string): boolean {
  return namespaces.some((namespace) => namespace.routes.some((route) => routeName(namespace.name, route) === name));
}

/**
 * Returns what was renamed. Calls of routes that are gone become calls of the routes by which they were deprecated, where these
 * take the same argument and return the same result; with successors, calls of deprecated routes, too.
 */
export function findRenamedParts(
  old: Api,
  now: Api,
  findings: readonly Finding[],
  withSuccessors: boolean,
): RenamedParts {
  const { namespaces, types, routes } = findRenamings(old, now);
  const members = findings
    .filter(({ rule }) => rule === "field-renamed" || rule === "tag-renamed")
    .map(({ detail }) => [String(detail?.from), String(detail?.to).replace(/^.*\./, "")] as const);
  return {
    namespaces,
    types,
    routes: new Map([...routes, ...successors(old, now), ...(withSuccessors ? successors(now, now) : [])]),
    members: new Map(members),
  };
}

/**
 * Returns the deprecated routes of an API whose successor in the new one takes the same argument and returns the same result.
 * Of the old API, only those that the new one does not have.
 */
function successors(api: Api, now: Api): readonly (readonly [string, string])[] {
  return api.namespaces.flatMap(({ name, routes }) => {
    const newRoutes = now.namespaces.find((one) => one.name === name)?.routes ?? [];
    const find = (wanted: VersionedName): Route | undefined =>
      newRoutes.find((one) => one.name === wanted.name && one.version === wanted.version);
    return routes.flatMap((route) => {
      const by = route.deprecated?.by;
      const successor = by && (api === now || find(route) === undefined) ? find(by) : undefined;
      return successor && isEqual(route.arg, successor.arg) && isEqual(route.result, successor.result)
        ? [[routeName(name, route), routeName(name, successor)] as const]
        : [];
    });
  });
}
