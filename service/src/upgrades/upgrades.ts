import type { Logger } from "pino";
import type { Cursors } from "../cursor.js";
import type { Upgrades } from "../database/migrate.js";
import { encryptSecrets } from "./encrypt-secrets.js";
import { refoldNames } from "./refold-names.js";
import { refoldPaths } from "./refold-paths.js";

/** Returns all upgrades. Upgrades log the changes that users can see. */
export function upgrades(log: Logger, cursors: Cursors): Upgrades {
  return {
    async "010-simple-case-folding"(queries) {
      const renamed = [...(await refoldPaths(queries)), ...(await refoldNames(queries))];
      for (const id of renamed) {
        log.warn({ id }, "renamed: its name equals another name, ignoring case");
      }
    },
    "016-encrypt-secrets": (queries) => encryptSecrets(queries, cursors),
  };
}
