import type { PackageOptions } from "../../facts/package-options.js";
import { fence } from "./markdown.js";

/** Returns the section on installation; empty if the configuration disables it. */
export function install({ docs = {} }: PackageOptions): string[] {
  if (docs.install === false) {
    return [];
  }
  return docs.install === undefined
    ? [
        "## Install",
        "This package is not in a registry. `npx ashlar generate` writes it to a folder; in your application, install that folder:",
        fence(["npm install ./path/to/the/folder"], "sh"),
      ]
    : ["## Install", fence([docs.install], "sh")];
}
