import { ts } from "ts-morph";
import type { Api, Route, Struct, Subtypes, Union, Value } from "../../ir/api.js";
import { qualified, routeName, routesByName } from "../../ir/names.js";
import { Lookup } from "../../ir/walk.js";
import type { Finding } from "../../diff/report.js";
import { isTag } from "../../diff/fields.js";
import { contentText, findRenamings, type Renamings } from "../../diff/renamings.js";
import { applyEdits, findEdits, movedOffset, type Edit } from "./edits.js";
import { newName, translateNames, type RenamedParts } from "./generated-names.js";
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
  const routes = routesByName(compared.now.api);
  const uses = found.uses.filter((use) => !isHandler(use) || !routes.has(use.origin));
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
  const others = findings.filter((finding) => !followsTag(finding, renamed));
  const remaining = describeImpact({ project, before, after, ...found, uses: remainingUses }, others, moved);
  return { edits: byFile, remaining };
}

/** Whether a finding is the default of a field that has changed only because its tag has another name: callers have nothing to do. */
function followsTag({ rule, detail }: Finding, { members }: RenamedParts): boolean {
  if (rule !== "default-changed") {
    return false;
  }
  const { from, to } = detail as { readonly from: Value; readonly to: Value };
  return isTag(from) && isTag(to) && members.get(`${qualified(from.union)}.${from.tag}`) === to.tag;
}

/** Whether a use is the name of a property in an object, where a route has its handler. */
function isHandler({ kind, node }: Use): boolean {
  return kind === "member" && ts.isObjectLiteralElementLike(node.parent);
}

/** Returns the tags of subtypes that have a new tag now: {@link findRenamings} and `diff` know them as removed and added. */
function subtypeTags(old: Api, now: Api, renamed: Renamings): readonly (readonly [string, string])[] {
  const lookup = new Lookup(now);
  const tagsOf = (type: Struct | Union): Subtypes["tags"] =>
    type.kind === "struct" ? (type.subtypes?.tags ?? []) : [];
  return old.namespaces.flatMap(({ name: namespace, types }) =>
    types.flatMap((type) => {
      const name = newName({ namespace, name: type.name }, renamed);
      const [oldTags, newTags] = [tagsOf(type), lookup.has(name) ? tagsOf(lookup.definition(name) as Struct) : []];
      const isNew = (tag: string): boolean => oldTags.every((other) => other.name !== tag);
      return oldTags
        .filter((tag) => newTags.every((other) => other.name !== tag.name))
        .flatMap((tag) => {
          const subtype = qualified(newName(tag.type, renamed));
          const successor = newTags.find((other) => qualified(other.type) === subtype && isNew(other.name));
          return successor === undefined ? [] : [[`${namespace}.${type.name}.${tag.name}`, successor.name] as const];
        });
    }),
  );
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
  const renamings = findRenamings(old, now);
  const { namespaces, types, routes } = renamings;
  const members = findings
    .filter(({ rule }) => rule === "field-renamed" || rule === "tag-renamed")
    .map(({ detail }) => [String(detail?.from), String(detail?.to).replace(/^.*\./, "")] as const);
  return {
    namespaces,
    types,
    routes: new Map([...routes, ...successors(old, now, renamings), ...(withSuccessors ? successors(now, now) : [])]),
    members: new Map([...members, ...subtypeTags(old, now, renamings)]),
  };
}

/**
 * Returns the deprecated routes whose successor in the new API takes the same argument and returns the same result. With what was
 * renamed since, these are the routes of an old API that the new one does not have.
 */
function successors(api: Api, now: Api, since?: Renamings): readonly (readonly [string, string])[] {
  const newRoutes = routesByName(now);
  return api.namespaces.flatMap(({ name, routes }) =>
    routes.flatMap((route) => {
      const [from, by] = [routeName(name, route), route.deprecated?.by];
      const isGone = !newRoutes.has(from) && since?.routes.has(from) !== true;
      if (by === undefined || (since !== undefined && !isGone)) {
        return [];
      }
      const to = since?.routes.get(routeName(name, by)) ?? routeName(name, by);
      const successor = newRoutes.get(to);
      return successor !== undefined && signatureOf(route, since?.types) === signatureOf(successor) ? [[from, to]] : [];
    }),
  );
}

/** Describes the argument and the result of a route, with the new names of renamed types. */
function signatureOf({ arg, result }: Route, types: Renamings["types"] = new Map()): string {
  return contentText({ arg, result }, types);
}
