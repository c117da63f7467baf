import type { UserCaller } from "../../access/caller.js";
import type { Cursors } from "../../cursor.js";

/** The state of a listing, which its cursor contains. */
export interface ListingState {
  /** The account that started the listing: no other account can continue it. */
  readonly account: string;
  readonly app: string;
  readonly isAdmin: boolean;
  /** The place of the folder. */
  readonly namespace: number;
  readonly key: string;
  readonly recursive: boolean;
  readonly include_media_info: boolean;
  readonly include_deleted: boolean;
  readonly include_has_explicit_shared_members: boolean;
  readonly parts: readonly Part[];
}

/** The progress of the listing in one of its namespaces: the namespace of the folder, or one that is mounted in it. */
export interface Part {
  readonly namespace: number;
  /** The folder in the namespace whose content is listed. */
  readonly key: string;
  /** The key of its mount point in the home; null for the folder itself. */
  readonly mount: string | null;
  /** While existing items are listed: the key after which to continue; null after that. */
  readonly after: string | null;
  /** The last change that was returned. */
  readonly change: Change;
}

/** A change of an item, in the order in which changes are returned: deletions before additions. */
interface Change {
  readonly sequence: number;
  /** 0 for a deletion, 1 for an addition, and 2 if all changes with this number have been returned. */
  readonly rank: number;
  readonly key: string;
}

const purpose = "files/list_folder";

export function writeCursor(cursors: Cursors, state: ListingState): string {
  return cursors.write(purpose, state);
}

/** The state; undefined if the text is not a cursor of a listing. */
export function readCursor(cursors: Cursors, cursor: string): ListingState | undefined {
  return cursors.read(purpose, cursor) as ListingState | undefined;
}

/** Whether a caller may continue a listing. */
export function canContinueListing({ account, app }: ListingState, caller: UserCaller): boolean {
  return account === caller.accountId && app === caller.app.key;
}
