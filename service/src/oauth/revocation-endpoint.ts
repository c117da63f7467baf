import { badRequest } from "cloud-storage-api/server";
import { Hono } from "hono";
import { cors } from "hono/cors";
import sql from "sql-template-tag";
import { nameActor } from "../access/audit.js";
import { hashSecret } from "../access/tokens.js";
import type { Backend } from "../backend.js";
import { limitForms } from "../pages/protection.js";
import { checkClient, readClientForm } from "./client-form.js";

/**
 * Revokes tokens (RFC 7009). With `end_session=true` it also ends the log-in session in which the token was approved, so that
 * an application can log its user out of the service as well. Errors are plain text, as they are at the token endpoint.
 */
export function revocationEndpoint(backend: Backend): Hono {
  const { database } = backend;
  const endpoint = new Hono();
  endpoint.use(cors(), limitForms);
  endpoint.post("/", async (context) => {
    const form = await readClientForm(context);
    const { token, end_session: endSession } = form.fields;
    if (token === undefined) {
      throw badRequest("The parameter token is missing.");
    }
    await checkClient(context, backend, form);
    const tokenRow = await database.first<{ app_key: string; login_id: number | null }>(
      sql`select app_key, login_id from token where hash = ${hashSecret(token)}`,
    );
    if (tokenRow !== undefined && tokenRow.app_key !== form.key) {
      throw badRequest("The token belongs to another app.");
    }
    await database.transaction(async (queries) => {
      await nameActor(queries, { app: form.key, through: "/oauth2/revoke" });
      await queries.run(sql`update token set is_revoked = true where hash = ${hashSecret(token)}`);
      if (endSession === "true") {
        await queries.run(sql`delete from login where id = ${tokenRow?.login_id}`);
      }
    });
    // An unknown token counts as revoked (section 2.2).
    return context.body(null, 200, { "Cache-Control": "no-store" });
  });
  return endpoint;
}
