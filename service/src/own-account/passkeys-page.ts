import { Hono } from "hono";
import { html } from "hono/html";
import sql from "sql-template-tag";
import { nameActor, recordEvent, type Actor } from "../access/audit.js";
import type { Person } from "../accounts/account.js";
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  maxPasskeys,
  removePasskey,
  type Passkey,
} from "../accounts/passkeys.js";
import { countRecoveryCodes, makeRecoveryCodes } from "../accounts/recovery-codes.js";
import type { Backend } from "../backend.js";
import type { Queries } from "../database/database.js";
import { clientAddress, describeBrowser, logRefusal } from "../pages/client.js";
import { confirmIdentity, identityQuestion, recently } from "../pages/confirm-identity.js";
import { formField, hiddenFields, inputField, problemLine, tokenField } from "../pages/forms.js";
import { type Html, page, timeElement } from "../pages/layout.js";
import { ceremonyOn, passkeyForm, passkeysUrl, readNext } from "../pages/passkey-form.js";
import { findLoggedIn, hasRecentLogIn, type PageContext, type PageEnvironment } from "../pages/session.js";

const path = "/account/passkeys";

/** The maximum number of characters of a name. */
const longestName = 50;

/** Returns the pages where people add, name and remove passkeys, and get recovery codes. */
export function passkeysPage(backend: Backend): Hono<PageEnvironment> {
  const { database, clock, settings } = backend;
  const pages = new Hono<PageEnvironment>();

  pages.get("/", async (context) => {
    const person = await findPerson(context, context.req.query("account") ?? "");
    const next = readNext(context.req.query("next"));
    return person === undefined
      ? context.redirect("/account", 303)
      : context.html(await listPage(context, person, next));
  });

  pages.post("/new", async (context) => {
    const person = await findPerson(context, await formField(context, "account"));
    if (person === undefined) {
      return context.redirect("/account", 303);
    }
    const confirmationPage = await confirmIdentity(context, backend, person, { action: `${path}/new`, path });
    return confirmationPage === undefined
      ? context.html(await newPage(context, person))
      : context.html(confirmationPage.html, confirmationPage.status);
  });

  // The identity need not be confirmed again: only a session that has confirmed it for this account has a challenge.
  pages.post("/add", async (context) => {
    const person = await findPerson(context, await formField(context, "account"));
    if (person === undefined) {
      return context.redirect("/account", 303);
    }
    const [name, credential] = [await readName(context), await formField(context, "credential")];
    const next = readNext(await formField(context, "next"));
    const ceremony = await ceremonyOn(context, backend);
    const added = await database.transaction(async (queries) => {
      await nameActor(queries, actor(context, person));
      const isFirst = (await listPasskeys(queries, person.id)).length === 0;
      const outcome = await addPasskey(queries, ceremony, { accountId: person.id, name, credential });
      return "problem" in outcome ? outcome : { codes: isFirst ? await makeCodes(context, queries, person) : [] };
    });
    if ("problem" in added) {
      logRefusal(backend, context, "passkey", added.reason);
      const refused = { problem: added.problem, status: 400 } as const;
      return context.html(
        (await hasRecentLogIn(context, backend, person.id, recently))
          ? await newPage(context, person, refused.problem)
          : await identityQuestion(
              context,
              backend,
              person,
              { action: `${path}/new`, fields: { account: person.id, ...(next !== undefined && { next }) } },
              refused,
            ),
        refused.status,
      );
    }
    return added.codes.length === 0
      ? context.redirect(next ?? passkeysUrl(person), 303)
      : context.html(codesPage(person, added.codes, next));
  });

  pages.post("/rename", async (context) => {
    const person = await findPerson(context, await formField(context, "account"));
    const [id, name] = [await formField(context, "passkey"), await readName(context)];
    if (person === undefined) {
      return context.redirect("/account", 303);
    }
    await database.transaction(async (queries) => {
      await nameActor(queries, actor(context, person));
      await queries.run(sql`update passkey set name = ${name} where id = ${id} and account_id = ${person.id}`);
    });
    return context.redirect(passkeysUrl(person), 303);
  });

  pages.post("/remove", async (context) => {
    const person = await findPerson(context, await formField(context, "account"));
    const id = await formField(context, "passkey");
    if (person === undefined) {
      return context.redirect("/account", 303);
    }
    const confirmationPage = await confirmIdentity(context, backend, person, { action: `${path}/remove`, path });
    if (confirmationPage !== undefined) {
      return context.html(confirmationPage.html, confirmationPage.status);
    }
    await database.transaction(async (queries) => {
      await nameActor(queries, actor(context, person));
      await removePasskey(queries, person.id, id);
    });
    return context.redirect(passkeysUrl(person), 303);
  });

  pages.post("/recovery-codes", async (context) => {
    const person = await findPerson(context, await formField(context, "account"));
    if (person === undefined || (await listPasskeys(database, person.id)).length === 0) {
      return context.redirect("/account", 303);
    }
    const confirmationPage = await confirmIdentity(context, backend, person, {
      action: `${path}/recovery-codes`,
      path,
    });
    return confirmationPage === undefined
      ? context.html(codesPage(person, await database.transaction((queries) => makeCodes(context, queries, person))))
      : context.html(confirmationPage.html, confirmationPage.status);
  });

  async function findPerson({ var: { session } }: PageContext, id: string): Promise<Person | undefined> {
    const people = await findLoggedIn(database, session, await clock.now(database));
    return people.find((person) => person.id === id);
  }

  function actor(context: PageContext, { id: account }: Person): Actor {
    return { account, through: path, address: clientAddress(context, settings) };
  }

  async function makeCodes(context: PageContext, queries: Queries, person: Person): Promise<string[]> {
    await recordEvent(queries, "recovery codes made", actor(context, person), { account: person.id });
    return makeRecoveryCodes(queries, person.id);
  }

  async function listPage(context: PageContext, person: Person, next?: string): Promise<Html> {
    const passkeys = await listPasskeys(database, person.id);
    const codes = await countRecoveryCodes(database, person.id);
    return page(
      "Passkeys",
      html`
        ${
          person.needs_passkey
            ? html`<p class="problem">Your team requires its administrators to have a passkey.</p>`
            : ""
        }
        <p>
          ${
            passkeys.length === 0
              ? html`If you add a passkey, logging in to ${person.email} requires it as well as the password. A passkey
                is stored on a phone, a computer or a security key, which asks for your fingerprint, face or PIN.`
              : html`To log in to ${person.email}, you need the password and one of these passkeys.`
          }
        </p>
        <ul class="items">
          ${passkeys.map((passkey) => passkeyItem(context, person, passkey))}
        </ul>
        ${
          passkeys.length < maxPasskeys
            ? html`<form method="post" action="${path}/new">
                ${tokenField(context)} ${accountField(person)} ${nextField(next)}
                <div class="buttons"><button>Add a passkey</button></div>
              </form>`
            : ""
        }
        ${
          passkeys.length === 0
            ? ""
            : html`<h2>Recovery codes</h2>
                <p>
                  ${codes === 1 ? "One code is" : `${codes} codes are`} left. Use a code to log in if you lose your
                  passkeys.
                </p>
                <form method="post" action="${path}/recovery-codes">
                  ${tokenField(context)} ${accountField(person)}
                  <button class="link">Get new recovery codes</button>
                </form>`
        }
        <nav><a href="/account">Your account</a></nav>
      `,
    );
  }

  async function newPage(context: PageContext, person: Person, problem?: string): Promise<Html> {
    const ceremony = await ceremonyOn(context, backend);
    const create = await beginPasskey(database, ceremony, person);
    const name = describeBrowser(context.req.header("User-Agent") ?? "").slice(0, longestName);
    const next = readNext(await formField(context, "next"));
    const fields = html`${accountField(person)} ${nextField(next)}
    ${inputField({ label: "Name", name: "name", value: name, autocomplete: "off", isFocused: true })}`;
    return page(
      "Add a passkey",
      html`
        <p>Choose a name that helps you recognize the device. Your browser then asks where to store the passkey.</p>
        ${problemLine(problem)}
        ${passkeyForm(context, { action: `${path}/add`, ceremony, request: { create }, button: "Add the passkey", fields })}
        <nav><a href="${passkeysUrl(person)}">Cancel</a></nav>
      `,
    );
  }

  return pages;
}

function accountField({ id: account }: Person): Html {
  return hiddenFields({ account });
}

function nextField(next: string | undefined): Html | string {
  return next === undefined ? "" : hiddenFields({ next });
}

async function readName(context: PageContext): Promise<string> {
  const name = (await formField(context, "name")).trim();
  return name === "" ? "Passkey" : name.slice(0, longestName);
}

function passkeyItem(context: PageContext, person: Person, { id, name, created, used }: Passkey): Html {
  return html`<li>
    <details>
      <summary>${name}</summary>
      <form method="post" action="${path}/rename">
        ${tokenField(context)} ${accountField(person)} ${hiddenFields({ passkey: id })}
        ${inputField({ label: "Name", name: "name", value: name, autocomplete: "off" })}
        <button class="link">Rename</button>
      </form>
      <form method="post" action="${path}/remove">
        ${tokenField(context)} ${accountField(person)} ${hiddenFields({ passkey: id })}
        <button class="link">Remove</button>
      </form>
    </details>
    <small
      >Added ${timeElement(created)}, ${used === null ? "not used yet" : html`last used ${timeElement(used)}`}</small
    >
  </li>`;
}

/** Returns the page with new recovery codes, which is shown once. */
function codesPage(person: Person, codes: readonly string[], next = passkeysUrl(person)): Html {
  return page(
    "Your recovery codes",
    html`
      <p>
        If you lose your passkeys, you can log in with one of these codes instead. Each code works once. Print them, or
        store them in a password manager: they are not shown again. Older codes are no longer valid.
      </p>
      <pre class="code">${codes.join("\n")}</pre>
      <nav><a href="${next}">I have stored the codes</a></nav>
    `,
  );
}
