import { dropboxFolder, hasDropboxRecordings } from "./corpus.js";

/** Says at the end of the run, in one line, which tests were left out for want of the public Dropbox specification. */
export default function setup(): () => void {
  return () => {
    if (dropboxFolder === undefined) {
      console.warn(
        "Left out: the tests of the public Dropbox specification. Run `npm run fetch:dropbox-spec`, or name its folder in DROPBOX_SPEC.",
      );
    } else if (!hasDropboxRecordings) {
      console.warn(
        `Left out: the tests of recorded IR and wire vectors of the Dropbox specification: they are not beside ${dropboxFolder}.`,
      );
    }
  };
}
