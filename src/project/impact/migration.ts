import type { Api, Route } from "../../ir/api.js";
import { routeName, type VersionedName } from "../../ir/names.js";
import { isEqual } from "../../ir/equal.js";
import type { Finding } from "../../diff/report.js";
import { findRenamings } from "../../diff/renamings.js";
import { applyEdits, findEdits, movedOffset, type Edit } from "./edits.js";
import { translateNames, type RenamedParts } from "./generated-names.js";
import { describeImpact, type Impact } from "./impact.js";
import { createProgram, type CallerProject, type ComparedPackage, type SharedFiles } from "./program.js";
import { findUses } from "./uses.js";

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
  const { byFile, ambiguous } = findEdits(before, project, compared.name, found.uses, translate);
  const texts = [...byFile].map(
    ([file, edits]) => [file, applyEdits(before.getSourceFile(file)?.text ?? "", edits)] as const,
  );
  const after = createProgram(project, compared.name, compared.now.files, shared, new Map(texts));
  const origins = new Set(
    [renamed.namespaces, renamed.types, renamed.routes, renamed.members].flatMap((names) => [...names.keys()]),
  );
  const uses = found.uses.filter((use) => ambiguous.has(use) || !origins.has(use.origin));
  const moved = (file: string, offset: number): number => movedOffset(offset, byFile.get(file) ?? []);
  return { edits: byFile, remaining: describeImpact({ project, before, after, ...found, uses }, findings, moved) };
}

/**
 * Returns what was renamed. Calls of routes that are gone become calls of the routes by which they were deprecated, where these take the same
 * argument and return the same result; with successors, calls of deprecated routes, too.
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
 * Returns the deprecated routes of an API whose successor in the new one takes the same argument and returns the same result. Of the old API, only
 * those that the new one does not have.
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
