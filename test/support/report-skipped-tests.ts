import { dropboxFolder, hasDropboxRecordings } from "./corpus.js";
import { emacs, neovim } from "../docs/installed-editors.js";
import { hasNext } from "../frameworks/next-folder.js";
import { python } from "../schema/python.js";
import { pythonWithStone } from "./stone-python.js";

/**
 * Says at the end of the run, in one line each, which tests were left out for want of the public Dropbox specification, an
 * editor, Next or a package of Python.
 */
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
    if (pythonWithStone === undefined) {
      console.warn(
        "Left out: the test of the Twin with the classes of Stone's generator for Python. Install it (Debian: apt-get install -y python3-stone).",
      );
    }
    if (emacs === undefined || neovim === undefined) {
      console.warn(
        "Left out: tests of the language server in Emacs or Neovim. Install them (Debian: apt-get install -y neovim emacs-nox elpa-eglot).",
      );
    }
    if (!hasNext) {
      console.warn(
        "Left out: the application of Next. Install it with `npm ci --prefix test/frameworks/next` (380 MB).",
      );
    }
    if (python === undefined) {
      console.warn(
        "Left out: the test of exported patterns in Python. Install its jsonschema (Debian: apt-get install -y python3-jsonschema).",
      );
    }
  };
}
