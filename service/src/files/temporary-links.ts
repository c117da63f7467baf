import { getTemporaryLink, type LookupErrorInput } from "cloud-storage-api/files";
import { routeError, type FilesHandlers } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { Caller } from "../access/caller.js";
import { hashSecret } from "../access/tokens.js";
import type { Backend } from "../backend.js";
import { randomText } from "../database/ids.js";
import { fileMetadata } from "./metadata.js";
import { findContent } from "./readable.js";
import { temporaryPath } from "./temporary-file.js";
import type { Fail } from "./tree/fail.js";
import { withReach } from "./tree/reach.js";

/** How long a link is valid, in milliseconds. */
const lifetime = 4 * 60 * 60 * 1000;

/** Returns the handler that creates temporary links, through which anyone can read a file. */
export function temporaryLinkHandlers({
  database,
  clock,
  settings,
}: Backend): Pick<FilesHandlers<Caller>, "getTemporaryLink"> {
  const fail: Fail<LookupErrorInput> = (error) => routeError(getTemporaryLink, { ".tag": "path", path: error });
  return {
    async getTemporaryLink({ path }, caller, request) {
      const secret = randomText(43);
      const found = await withReach(database, clock, caller, async (reach) => {
        const { view, item } = await findContent(reach, path, fail);
        await reach.queries.run(sql`
          insert into temporary_link (hash, item_id, rev, expires)
          values (${hashSecret(secret)}, ${item.id}, ${item.rev}, ${new Date(reach.now.getTime() + lifetime)})`);
        return { view, item };
      });
      const origin = settings.contentUrl ?? `http://${request.header("host") ?? `${settings.host}:${settings.port}`}`;
      return {
        metadata: fileMetadata(found),
        link: `${origin}${temporaryPath}/${secret}/${encodeURIComponent(found.item.name)}`,
      };
    },
  };
}
