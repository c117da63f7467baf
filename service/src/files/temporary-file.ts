import { contentResponse } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import { hashSecret } from "../access/tokens.js";
import type { Backend } from "../backend.js";
import { servedFile } from "./download.js";

/** The start of the path of temporary links. The secret and the name of the file follow. */
export const temporaryPath = "/temporary";

/**
 * Handles a request for the file of a temporary link, which needs no authorization. Sends the revision for which the link was
 * created.
 */
export async function temporaryFile({ database, clock, contents, log }: Backend, request: Request): Promise<Response> {
  const [, , secret = ""] = new URL(request.url).pathname.split("/");
  const now = await clock.now(database);
  const file = await database.first<{ content: string; size: number; name: string }>(sql`
    select revision.content, revision.size, revision.name
    from temporary_link join revision on revision.rev = temporary_link.rev
    join namespace on namespace.id = revision.namespace_id
    where temporary_link.hash = ${hashSecret(secret)} and temporary_link.expires > ${now}
      and not revision.is_restricted and namespace.status is distinct from 'archived'`);
  if (file === undefined) {
    return new Response("There is no such link, or it has expired.", { status: 404 });
  }
  // Browsers must never treat the file as a page of this service.
  const headers = {
    "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    "X-Content-Type-Options": "nosniff",
  };
  return contentResponse(request, servedFile(contents, file), {
    headers,
    onError: (error) => log.error(error, "failed to send a file"),
  });
}
