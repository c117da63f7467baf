import { DecodeError } from "cloud-storage-api";
import { decodeMemberAddArg, type MemberAddArg } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import { nameActor } from "../access/audit.js";
import type { Backend } from "../backend.js";
import { newTeamId } from "../database/ids.js";
import { beginChange } from "../team/change.js";
import { addPeople } from "../team/members/add.js";
import { countInvitation, invitationPath } from "../team/members/invitation.js";
import { readOptions, requireOption, UsageError } from "./usage.js";

/** Adds a team and invites its administrator. Returns the text to print. `url` is the public URL of the service. */
export async function addTeam(backend: Backend, args: readonly string[], url: string): Promise<string> {
  const { database, clock, cursors } = backend;
  const options = readOptions(args, {
    name: { type: "string" },
    admin: { type: "string" },
    "given-name": { type: "string", default: "Team" },
    surname: { type: "string", default: "Admin" },
    licenses: { type: "string", default: "100" },
  });
  const name = requireOption("name", options.name);
  const email = requireOption("admin", options.admin);
  const admin = decodeAdmin(email, options["given-name"], options.surname);
  const licenses = readLicenses(options.licenses);
  const id = newTeamId();
  const { memberId, invitation } = await database.transaction(async (queries) => {
    await nameActor(queries, { through: "command add-team" });
    await queries.run(sql`
      insert into team (id, name, licenses, created)
      values (${id}, ${name}, ${licenses}, ${await clock.now(queries)})`);
    const [added] = await addPeople(await beginChange(queries, clock, id), [admin]);
    if (added?.[".tag"] !== "success") {
      throw new UsageError(
        `${email} is on another team, or paired with a work account. Choose another email with --admin.`,
      );
    }
    const { team_member_id } = added.profile;
    return { memberId: team_member_id, invitation: await countInvitation(queries, team_member_id) };
  });
  const link = `${url}${invitationPath(cursors, memberId, invitation, await clock.now(database))}`;
  return `Added the team ${JSON.stringify(name)} (${id}).\n\n  To choose a password and become its administrator, ${email} opens\n  ${link}\n`;
}

function decodeAdmin(email: string, givenName: string, surname: string): MemberAddArg {
  try {
    return decodeMemberAddArg({
      member_email: email,
      member_given_name: givenName,
      member_surname: surname,
      role: { ".tag": "team_admin" },
    });
  } catch (thrown) {
    throw thrown instanceof DecodeError
      ? new UsageError(`The administrator cannot be invited: ${describeMismatch(thrown, email)}`)
      : thrown;
  }
}

/** Returns a sentence that explains what is invalid, without the pattern that the specification has for the field. */
function describeMismatch({ path }: DecodeError, email: string): string {
  return path.endsWith("email")
    ? `--admin is ${JSON.stringify(email)}. It must be an email address.`
    : '--given-name and --surname must have 1 to 100 characters, without / : ? * < > " |.';
}

function readLicenses(text: string): number {
  const licenses = Number(text);
  if (!Number.isInteger(licenses) || licenses < 1 || licenses > 1_000_000) {
    throw new UsageError(`--licenses is ${JSON.stringify(text)}. It must be an integer from 1 to 1000000.`);
  }
  return licenses;
}
