import { Hono, type Context } from "hono";
import { html } from "hono/html";
import sql from "sql-template-tag";
import { nameActor } from "../../access/audit.js";
import { passwordHash, problemWithPassword } from "../../accounts/password.js";
import type { Backend } from "../../backend.js";
import { clientAddress } from "../../pages/client.js";
import { formField, newPasswordField, ownFormsOnly, problemLine, tokenField } from "../../pages/forms.js";
import { page, problemPage, type Html } from "../../pages/layout.js";
import { protection } from "../../pages/protection.js";
import { logIn, withSession, type PageContext, type PageEnvironment } from "../../pages/session.js";
import { join, readInvitation } from "./invitation.js";

interface Invitation {
  readonly member_id: string;
  readonly account_id: string;
  readonly email: string;
  readonly given_name: string;
  readonly team_name: string;
  /** Whether there is a personal account with the same email. */
  readonly has_other_account: boolean;
}

/** The start of the path of these pages, for the audit trail. The rest of the path is secret. */
const path = "/invitations";

/** Returns the pages where invited members join their team (N-03). */
export function invitationPages(backend: Backend): Hono<PageEnvironment> {
  const { database, clock, cursors, settings } = backend;
  const pages = new Hono<PageEnvironment>();
  pages.use(protection, withSession(backend), ownFormsOnly(backend));

  pages.get("/:invitation", async (context) => {
    const invitation = await find(context.req.param("invitation"));
    return invitation === undefined ? invalidInvitation(context) : context.html(invitationPage(context, invitation));
  });

  pages.post("/:invitation", async (context) => {
    const invitation = await find(context.req.param("invitation"));
    const password = await formField(context, "password");
    const problem = invitation && (await problemWithPassword(settings, password, invitation.email));
    if (invitation !== undefined && problem !== undefined) {
      return context.html(invitationPage(context, invitation, problem), 400);
    }
    if (invitation === undefined || !(await accept(invitation, password, clientAddress(context, settings)))) {
      return invalidInvitation(context);
    }
    await logIn(context, backend, [invitation.account_id], path);
    return context.html(
      page(
        `Welcome to ${invitation.team_name}`,
        html`<p>You have joined the team and are logged in. You can close this page.</p>`,
      ),
    );
  });

  async function find(text: string): Promise<Invitation | undefined> {
    const link = readInvitation(cursors, text);
    if (link === undefined || link.expires <= (await clock.now(database)).getTime()) {
      return undefined;
    }
    return database.first<Invitation>(sql`
      select member.id as member_id, account.id as account_id, account.email, account.given_name, team.name as team_name,
             exists (select from account as other
                     where other.kind = 'personal' and not other.is_closed and lower(other.email) = lower(account.email))
               as has_other_account
      from member join account on account.id = member.account_id join team on team.id = member.team_id
      where member.id = ${link.memberId} and member.status = 'invited' and member.invitations = ${link.number ?? 0}`);
  }

  /** Accepts an invitation. Returns false if it is no longer open. */
  async function accept({ member_id, account_id }: Invitation, password: string, address: string): Promise<boolean> {
    const hash = await passwordHash(password);
    return database.transaction(async (queries) => {
      await nameActor(queries, { account: account_id, through: path, address });
      const hasJoined = await join(queries, clock, member_id);
      if (hasJoined) {
        await queries.run(sql`update account set password = ${hash} where id = ${account_id}`);
      }
      return hasJoined;
    });
  }

  /** Returns the page for an invalid invitation link. */
  function invalidInvitation(context: Context): Response | Promise<Response> {
    const link = readInvitation(cursors, context.req.param("invitation") ?? "");
    const problem = link
      ? problemPage(
          "This invitation is no longer valid",
          "It was accepted, withdrawn or sent again, or is older than seven days. Ask an administrator of the team for a new one.",
        )
      : problemPage("Invitation not found", "The link is incomplete or invalid. Copy the whole link from the email.");
    return context.html(problem, 404);
  }

  return pages;
}

function invitationPage(context: PageContext, invitation: Invitation, problem?: string): Html {
  const { email, given_name, team_name, has_other_account } = invitation;
  return page(
    `Join ${team_name}`,
    html`
      <p>
        <bdi>${given_name}</bdi>, you have been invited to the team <strong><bdi>${team_name}</bdi></strong
        >. Choose a password for ${email}.
      </p>
      ${
        has_other_account &&
        html`<p>Your personal account stays as it is. You get a separate account for the team, with its own files.</p>`
      }
      <form method="post">
        ${tokenField(context)} ${problemLine(problem)} ${newPasswordField()}
        <div class="buttons"><button>Join the team</button></div>
      </form>
    `,
    html`Join <bdi>${team_name}</bdi>`,
  );
}
