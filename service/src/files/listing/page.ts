import type { LookupErrorInput, MetadataInput } from "cloud-storage-api/files";
import sql from "sql-template-tag";
import { deletedMetadata, toMetadata } from "../metadata.js";
import type { Fail } from "../tree/fail.js";
import { isBelow, itemAt } from "../tree/item.js";
import { isShown, viewNamespace, type Reach, type View } from "../tree/reach.js";
import { newPart, readPart, type ListedRow } from "./part.js";
import type { ListingState, Part } from "./state.js";

/** The maximum number of entries on a page. */
const pageSize = 500;

/** A page of a listing. */
export interface Page {
  readonly entries: MetadataInput[];
  readonly state: ListingState;
  readonly hasMore: boolean;
}

/** Returns the next page of a listing. Fails if the folder no longer exists or is inaccessible. */
export async function nextPage(reach: Reach, state: ListingState, fail: Fail<LookupErrorInput>): Promise<Page> {
  await checkFolder(reach, state, fail);
  const entries: MetadataInput[] = [];
  const parts: Part[] = [];
  let hasMore = false;
  for (const { part, view } of await findParts(reach, state)) {
    if (entries.length === pageSize) {
      // The remaining parts belong to the next page.
      parts.push(part);
      hasMore = true;
    } else {
      const progress = await readPart(reach.queries, state, part, pageSize - entries.length);
      entries.push(...progress.rows.map((row) => toEntry(view, row, state)));
      parts.push(progress.part);
      hasMore ||= progress.hasMore;
    }
  }
  return { entries, state: { ...state, parts }, hasMore };
}

async function checkFolder(
  reach: Reach,
  { namespace, key }: ListingState,
  fail: Fail<LookupErrorInput>,
): Promise<void> {
  const view = await viewNamespace(reach, namespace);
  const folder = view && isShown(view, key) && (key === "" || (await itemAt(reach.queries, namespace, key)));
  if (folder === undefined || folder === false) {
    throw fail("not_found");
  }
  if (folder !== true && folder.kind !== "folder") {
    throw fail("not_folder");
  }
}

/** Returns the current parts of the listing. Folders may have been mounted, moved or unmounted since the last page. */
async function findParts(reach: Reach, state: ListingState): Promise<{ part: Part; view: View }[]> {
  const { namespace, key, recursive } = state;
  const mounts = recursive
    ? await reach.queries.all<{ target: number; path_key: string }>(sql`
        select target, path_key from item where ${isBelow(namespace, key)} and target is not null order by path_key`)
    : [];
  const places = [
    { namespace, key, mount: null },
    ...mounts.map(({ target, path_key }) => ({ namespace: target, key: "", mount: path_key })),
  ];
  const present: { part: Part; view: View }[] = [];
  for (const place of places) {
    const view = await viewNamespace(reach, place.namespace);
    if (view !== undefined) {
      const known = state.parts.find((part) => part.namespace === place.namespace && part.mount === place.mount);
      present.push({ part: known ?? (await newPart(reach.queries, place)), view });
    }
  }
  return present;
}

function toEntry(view: View, row: ListedRow, state: ListingState): MetadataInput {
  return row.kind === "deleted" ? deletedMetadata(view, row) : toMetadata({ view, item: row }, state);
}
