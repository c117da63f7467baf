import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { only, type Query } from "./database.js";

/** The owner of a token. */
export interface Caller {
  readonly account_id: string;
  readonly team_id: string;
  readonly home: number;
}

/** Returns the caller, according to the token. */
export async function identifyCaller(query: Query, { headers }: IncomingMessage): Promise<Caller> {
  const token = String(headers.authorization).slice("Bearer ".length);
  const hash = createHash("sha256").update(token).digest("hex");
  return only(
    await query<Caller>(
      "caller",
      `select token.kind, token.account_id, token.team_id, token.approved_by, account.home,
              member.id as member_id, member.team_id as member_team_id,
              app.key as app_key, app.name as app_name, app.access, app.permissions
       from token
       join app on app.key = token.app_key
       left join account on account.id = token.account_id
       left join member on member.account_id = account.id and account.kind = 'work'
       left join member as approver on approver.account_id = token.approved_by and approver.team_id = token.team_id
       where token.hash = $1 and not token.is_revoked
         and (token.expires is null or token.expires > $2)
         and account.is_closed is not true
         and (member.status is null or member.status = 'active')
         and (token.kind = 'user' or token.approved_by is null
              or (approver.status = 'active' and approver.role = 'team_admin'))`,
      [hash, new Date()],
    ),
  );
}
