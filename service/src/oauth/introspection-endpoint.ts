import { badRequest } from "cloud-storage-api/server";
import { Hono } from "hono";
import sql from "sql-template-tag";
import { hashSecret } from "../access/tokens.js";
import type { Backend } from "../backend.js";
import { limitForms } from "../pages/protection.js";
import { checkClient, readClientForm } from "./client-form.js";

interface TokenRow {
  readonly created: Date;
  readonly expires: Date | null;
  /** The email of the administrator who approved a team token; null for other tokens and for unapproved ones. */
  readonly email: string | null;
  readonly name: string | null;
  /** When the user who approved the token last logged in or confirmed their identity; null if that session has ended. */
  readonly authenticated: Date | null;
}

/**
 * Returns the introspection endpoint (RFC 7662), where an app learns about a token that it owns: whether it is active, when
 * its user last logged in and, for a team token, which administrator approved it. For user tokens it does not name the user,
 * because the service is not an identity provider. As at the token endpoint, errors are plain text.
 */
export function introspectionEndpoint(backend: Backend): Hono {
  const { database, clock } = backend;
  const endpoint = new Hono();
  endpoint.use(limitForms);
  endpoint.post("/", async (context) => {
    const form = await readClientForm(context);
    const { token } = form.fields;
    if (token === undefined) {
      throw badRequest("The parameter token is missing.");
    }
    if (form.secret === undefined) {
      throw badRequest("The secret of the app is missing.");
    }
    await checkClient(context, backend, form);
    const now = await clock.now(database);
    // "Active" has the same meaning as for `authenticate`: the approver of a team token must still administer the team.
    const row = await database.first<TokenRow>(sql`
      select token.created, token.expires, person.email, person.given_name || ' ' || person.surname as name,
             greatest(login.confirmed, login.created) as authenticated
      from token
      left join login on login.id = token.login_id
      left join account on account.id = token.account_id
      left join member on member.account_id = account.id and account.kind = 'work'
      left join member as approver on approver.account_id = token.approved_by and approver.team_id = token.team_id
      left join account as person on person.id = approver.account_id
      where token.hash = ${hashSecret(token)} and token.app_key = ${form.key} and not token.is_revoked
        and (token.expires is null or token.expires > ${now})
        and account.is_closed is not true
        and (member.status is null or member.status = 'active')
        and (token.kind = 'user' or token.approved_by is null
             or (approver.status = 'active' and approver.role = 'team_admin'))`);
    return context.json(row === undefined ? { active: false } : description(form.key, row), 200, {
      "Cache-Control": "no-store",
    });
  });
  return endpoint;
}

function description(
  client_id: string,
  { created, expires, email, name, authenticated }: TokenRow,
): Record<string, unknown> {
  return {
    active: true,
    client_id,
    token_type: "bearer",
    iat: seconds(created),
    ...(expires !== null && { exp: seconds(expires) }),
    ...(authenticated !== null && { auth_time: seconds(authenticated) }), // RFC 9470, section 6.2
    ...(email !== null && { username: email, name }),
  };
}

/** Seconds since 1970. */
function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
