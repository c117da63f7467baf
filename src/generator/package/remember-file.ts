import type { PrintedFile } from "../code/module.js";

/** Returns a function that makes something of a file only once, because most files of a package are the same in the next run. */
export function rememberFile<Result>(make: (file: PrintedFile) => Result): (file: PrintedFile) => Result {
  const results = new WeakMap<PrintedFile, { readonly result: Result }>();
  return (file) => {
    const { result } = results.get(file) ?? { result: make(file) };
    results.set(file, { result });
    return result;
  };
}
