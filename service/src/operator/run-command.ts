import sql from "sql-template-tag";
import { exportLines } from "../access/audit-log.js";
import { listEvents, nameActor, recordEvent } from "../access/audit.js";
import { findTeamTokens } from "../access/links.js";
import { endLogIns } from "../access/tokens.js";
import { findAccounts } from "../accounts/log-in.js";
import { removeAllPasskeys } from "../accounts/passkeys.js";
import { requestReset, resetPath } from "../accounts/password-reset.js";
import type { Backend } from "../backend.js";
import { backUp, verifyContents } from "../backup.js";
import { invitationPath } from "../team/members/invitation.js";
import { addApp } from "./add-app.js";
import { addTeam } from "./add-team.js";
import { parseChoice, readOptions, requireOption, UsageError } from "./usage.js";

/** Runs an operator's command. Yields the text to print. Throws a {@link UsageError} if the command is not possible. */
export async function* runCommand(
  backend: Backend,
  [command = "", ...args]: readonly string[],
  url: string,
): AsyncGenerator<string, void> {
  switch (command) {
    case "add-app":
      yield await addApp(backend, args);
      break;
    case "add-team":
      yield await addTeam(backend, args, url);
      break;
    case "audit":
      yield* exportAuditTrail(backend, args);
      break;
    case "backup":
      yield await backUpTo(backend, args);
      break;
    case "verify":
      yield await verify(backend);
      break;
    case "invitations":
      yield await listInvitations(backend, url);
      break;
    case "remove-passkeys":
      yield await removePasskeys(backend, args);
      break;
    case "reset-password":
      yield await resetPasswordLink(backend, args, url);
      break;
    case "tokens":
      yield await listOrRevokeTokens(backend, args);
      break;
    default:
      throw new UsageError(
        `Unknown command ${JSON.stringify(command)}. The commands are add-app, add-team, audit, backup, invitations, migrate, remove-passkeys, reset-password, restore, tokens, verify and help.`,
      );
  }
}

/** Exports the audit trail. Yields its lines. */
async function* exportAuditTrail({ database }: Backend, args: readonly string[]): AsyncGenerator<string, void> {
  const options = readOptions(args, { since: { type: "string" }, format: { type: "string", default: "ndjson" } });
  const since = new Date(requireOption("since", options.since));
  if (Number.isNaN(since.getTime())) {
    throw new UsageError(`--since is ${JSON.stringify(options.since)}. It must be a date, such as 2026-01-31.`);
  }
  const format = parseChoice("format", options.format, ["ndjson", "csv"]);
  await recordEvent(database, "audit trail exported", { through: "command audit" });
  yield* exportLines(listEvents(database, since), format);
}

/** Backs up everything to a folder. Returns the text to print. */
async function backUpTo(backend: Backend, [folder, ...others]: readonly string[]): Promise<string> {
  if (folder === undefined || others.length > 0) {
    throw new UsageError('Name one folder, as in "backup /backups/files".');
  }
  await recordEvent(backend.database, "backup", { through: "command backup" });
  const { contents, added } = await backUp(backend, folder);
  return `The backup in ${folder} is complete: the database, and ${contents} contents, ${added} of them new.\n`;
}

/**
 * Verifies all contents. Returns the text to print. Rejects with a {@link UsageError} if some contents are missing or damaged.
 */
async function verify(backend: Backend): Promise<string> {
  const { contents, missing, damaged, orphans } = await verifyContents(backend);
  const lines = [
    ...missing.map((content) => `  missing  ${content}\n`),
    ...damaged.map((content) => `  damaged  ${content}\n`),
  ];
  if (lines.length > 0) {
    throw new UsageError(`Of ${contents} contents, ${lines.length} are missing or damaged:\n\n${lines.join("")}`);
  }
  const rest = orphans.map((content) => `  orphan   ${content}\n`).join("");
  return `All ${contents} contents are there and undamaged. ${orphans.length} older than a day are not needed; the sweeper removes them.\n${rest}`;
}

interface InvitedRow {
  readonly id: string;
  readonly invitations: number;
  readonly email: string;
  readonly team_name: string;
}

/** Returns a list of the open invitations and their links, to print. `url` is the public URL of the service. */
async function listInvitations({ database, clock, cursors }: Backend, url: string): Promise<string> {
  const now = await clock.now(database);
  await recordEvent(database, "invitations listed", { through: "command invitations" });
  const invited = await database.all<InvitedRow>(sql`
    select member.id, member.invitations, account.email, team.name as team_name
    from member join account on account.id = member.account_id join team on team.id = member.team_id
    where member.status = 'invited' order by member.number`);
  return invited.length === 0
    ? "There are no open invitations.\n"
    : invited
        .map(
          ({ id, invitations, email, team_name }) =>
            `${email} to ${team_name}\n  ${url}${invitationPath(cursors, id, invitations, now)}\n`,
        )
        .join("\n");
}

/** Removes the passkeys and recovery codes of somebody who has lost them, and ends their sessions. Returns the text to print. */
async function removePasskeys({ database }: Backend, [email, ...others]: readonly string[]): Promise<string> {
  if (email === undefined || others.length > 0) {
    throw new UsageError('Give one email address, as in "remove-passkeys ada@example.com".');
  }
  await database.transaction(async (queries) => {
    await nameActor(queries, { through: "command remove-passkeys" });
    const accounts = await findAccounts(queries, email);
    await endLogIns(queries, sql`account_id = any(${accounts})`);
    if ((await removeAllPasskeys(queries, accounts)) === 0) {
      throw new UsageError(`No account with the email ${email} has a passkey.`);
    }
  });
  return `Removed the passkeys and recovery codes of ${email}. This person now needs only the password to log in.\n`;
}

/** Creates a link with which the owner of an account can choose a new password. Returns the text to print. */
async function resetPasswordLink(
  { database, clock, cursors }: Backend,
  [email, ...others]: readonly string[],
  url: string,
): Promise<string> {
  if (email === undefined || others.length > 0) {
    throw new UsageError('Give one email address, as in "reset-password ada@example.com".');
  }
  const [account] = await findAccounts(database, email);
  if (account === undefined) {
    throw new UsageError(`No account has the email ${email}.`);
  }
  const id = await requestReset(database, email, await clock.now(database), false);
  if (id === undefined) {
    throw new UsageError(
      `There is no link for ${email}: either three were made in the last 30 minutes, or they were invited and have not joined yet.`,
    );
  }
  await recordEvent(database, "password reset", { through: "command reset-password" }, { account });
  return `To choose a new password, ${email} opens\n  ${url}${resetPath(cursors, id)}\nThe link is valid for 30 minutes and can be used once.\n`;
}

/** Lists the valid team tokens, or revokes one of them. Returns the text to print. */
async function listOrRevokeTokens({ database, clock }: Backend, args: readonly string[]): Promise<string> {
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
