import sql from "sql-template-tag";
import { nameActor } from "../access/audit.js";
import { findTeamTokens } from "../access/team-apps.js";
import type { Backend } from "../backend.js";
import { readOptions, UsageError } from "./usage.js";

/** Lists the valid team tokens, or revokes one of them. Returns the text to print. */
export async function listOrRevokeTokens({ database, clock }: Backend, args: readonly string[]): Promise<string> {
  const { team, revoke } = readOptions(args, { team: { type: "string" }, revoke: { type: "string" } });
  if (revoke !== undefined) {
    const count = await database.transaction(async (queries) => {
      await nameActor(queries, { through: "command tokens" });
      return queries.run(sql`
        update token set is_revoked = true
        where left(hash, 12) = ${revoke} and kind = 'team' and not is_revoked`);
    });
    if (count === 0) {
      throw new UsageError(`No valid token has the id ${revoke}. Run the command "tokens" for those there are.`);
    }
    return "The token is revoked.\n";
  }
  const condition = team === undefined ? sql`true` : sql`token.team_id = ${team}`;
  const tokens = await findTeamTokens(database, await clock.now(database), condition);
  const lines = tokens.map(
    ({ id, team_id, team_name, app_name, app_key, approver, created, expires }) =>
      `${id}  ${app_name} (${app_key}) for ${team_name} (${team_id})\n` +
      `  approved by ${approver ?? "the test controls"} on ${created.toISOString()}` +
      `${expires === null ? "" : `, until ${expires.toISOString()}`}\n`,
  );
  return lines.length === 0 ? "No team has a valid token.\n" : lines.join("\n");
}
