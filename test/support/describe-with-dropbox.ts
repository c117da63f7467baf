import { describe, test } from "vitest";
import { dropboxFolder, hasDropboxRecordings } from "./corpus.js";

/** Like `describe`; skipped where the Dropbox specification is missing. */
export function describeWithDropbox(name: string, tests: () => void | Promise<void>): void {
  describeIf(dropboxFolder !== undefined, name, tests);
}

/** Like `describe`; skipped where the recordings of the Dropbox specification are missing. */
export function describeWithDropboxRecordings(name: string, tests: () => void | Promise<void>): void {
  describeIf(hasDropboxRecordings, name, tests);
}

function describeIf(condition: boolean, name: string, tests: () => void | Promise<void>): void {
  if (condition) {
    describe(name, tests);
  } else {
    // The tests are not even collected: they read the specification to know what there is to test.
    test.skip(name, () => undefined);
  }
}
