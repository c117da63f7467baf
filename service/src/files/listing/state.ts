import type { UserCaller } from "../../access/caller.js";
import type { Cursors } from "../../cursor.js";

/** The state of a listing, which is the content of a cursor. */
export interface ListingState {
  /** The account that started the listing: no other account can continue it. */
  readonly account: string;
  readonly app: string;
  readonly isAdmin: boolean;
  /** The namespace of the folder, and the key of the folder in it. */
  readonly namespace: number;
  readonly key: string;
  readonly recursive: boolean;
  readonly include_media_info: boolean;
  readonly include_deleted: boolean;
  readonly include_has_explicit_shared_members: boolean;
  readonly parts: readonly Part[];
}

/** The progress of a listing in one namespace: the namespace of the folder, or one that is mounted in the folder. */
export interface Part {
  readonly namespace: number;
  /** The folder in the namespace whose content is listed. */
  readonly key: string;
  /** The key of the mount point in the home; null for the namespace of the folder. */
  readonly mount: string | null;
  /** The key after which to continue with the existing items; null when all of them have been listed. */
  readonly after: string | null;
  /** The last change that was returned, or the last one before the listing began. */
  readonly change: Change;
}

/** The position of a change in the order in which changes are returned. Deletions come before additions with the same number. */
interface Change {
  readonly sequence: number;
  /** 0 for a deletion, 1 for an addition, 2 after all changes with this number. */
  readonly rank: number;
  readonly key: string;
}

const purpose = "files/list_folder";

export function writeCursor(cursors: Cursors, state: ListingState): string {
  return cursors.write(purpose, state);
}

/** Returns the state in a cursor; undefined if the string is not a cursor of a listing. */
export function readCursor(cursors: Cursors, cursor: string): ListingState | undefined {
  return cursors.read(purpose, cursor) as ListingState | undefined;
}

/** Returns whether a caller may continue a listing. */
export function canContinueListing({ account, app }: ListingState, caller: UserCaller): boolean {
  return account === caller.accountId && app === caller.app.key;
}
