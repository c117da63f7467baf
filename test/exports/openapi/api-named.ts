import { applyFilters } from "../../../src/ir/filters/filters.js";
import type { Api } from "../../../src/ir/api.js";
import { corpusFolder } from "../../support/corpus.js";
import { compileFiles } from "../../support/examples.js";

/** The API of a corpus; of the public one, only a part, as linters need seconds for all of it. */
export function apiNamed(name: string): Api {
  const api = compileFiles(name === "spec" ? name : corpusFolder(name));
  return name === "dropbox" ? (applyFilters(api, { whitelistNamespaceRoutes: ["files"] }) as Api) : api;
}
