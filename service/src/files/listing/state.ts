import type { UserCaller } from "../../access/caller.js";
import type { Cursors } from "../../cursor.js";

/** What a cursor of a listing stands for. */
export interface ListingState {
  /** Who began it: nobody else can go on. */
  readonly account: string;
  readonly app: string;
  readonly isAdmin: boolean;
  /** The folder, by its place. */
  readonly namespace: number;
  readonly key: string;
  readonly recursive: boolean;
  readonly include_media_info: boolean;
  readonly include_deleted: boolean;
  readonly include_has_explicit_shared_members: boolean;
  readonly parts: readonly Part[];
}

/** How far the listing has come in one of the namespaces that it leads through: that of the folder, and what is mounted in it. */
export interface Part {
  readonly namespace: number;
  /** The folder in the namespace of which it lists what is below. */
  readonly key: string;
  /** The key of where it is mounted, in the home; null for the folder itself. */
  readonly mount: string | null;
  /** While what there is is listed: the key after which it goes on; null once that is done. */
  readonly after: string | null;
  /** The last change that has been told. */
  readonly change: Change;
}

/** A change of an item, in the order in which changes are told: what disappears goes before what comes. */
interface Change {
  readonly sequence: number;
  /** 0: something has disappeared. 1: something has come. 2: all of that number has been told. */
  readonly rank: number;
  readonly key: string;
}

const purpose = "files/list_folder";

export function writeCursor(cursors: Cursors, state: ListingState): string {
  return cursors.write(purpose, state);
}

/** The state; undefined for what is no cursor of a listing. */
export function readCursor(cursors: Cursors, cursor: string): ListingState | undefined {
  return cursors.read(purpose, cursor) as ListingState | undefined;
}

/** Whether a caller may go on with a listing. */
export function canContinueListing({ account, app }: ListingState, caller: UserCaller): boolean {
  return account === caller.accountId && app === caller.app.key;
}
