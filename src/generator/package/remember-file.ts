import type { PrintedFile } from "../code/printed-file.js";

/** Returns a function that makes something of a file only once, because most files of a package are the same in the next run. */
export function rememberFile<Made>(make: (file: PrintedFile) => Made): (file: PrintedFile) => Made {
  const known = new WeakMap<PrintedFile, { readonly made: Made }>();
  return (file) => {
    const { made } = known.get(file) ?? { made: make(file) };
    known.set(file, { made });
    return made;
  };
}
