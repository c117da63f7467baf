import { readFileSync } from "node:fs";
import { ownFile } from "./own-file.js";

/** Returns the version of Ashlar. */
export function version(): string {
  const text = readFileSync(ownFile("package.json"), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
