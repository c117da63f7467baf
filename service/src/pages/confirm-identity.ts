import { html } from "hono/html";
import type { Person } from "../accounts/account.js";
import { accountsWithPasskeys } from "../accounts/passkeys.js";
import type { Backend } from "../backend.js";
import { checkPassword, type RefusedAttempt } from "./attempt-log-in.js";
import { formField, formFields, hiddenFields, inputField, problemLine, tokenField } from "./forms.js";
import { checkFactor, factorFields, factorForms } from "./identity-proof.js";
import { page, type Html } from "./layout.js";
import { confirmLogIn, hasRecentLogIn, type PageContext } from "./session.js";

/** How long a log-in, or a confirmation, counts as recent, in seconds (OPS-11). */
export const recently = 10 * 60;

/** A page to show instead of the response. */
interface Question {
  readonly html: Html;
  readonly status: 200 | RefusedAttempt["status"];
}

/** What is confirmed. */
interface Confirmed {
  /** The URL to which the form was sent. */
  readonly action: string;
  /** The path, for the audit trail. */
  readonly path: string;
  /** How long ago the log-in may be, in seconds. */
  readonly maxAge?: number;
}

/**
 * Ensures that a user who sends a form has logged in recently. Otherwise returns a page that asks for a passkey or, if they
 * have none, the password, and sends the same form again together with the proof, which the next call then checks.
 */
export async function confirmIdentity(
  context: PageContext,
  backend: Backend,
  person: Person,
  { action, path, maxAge = recently }: Confirmed,
): Promise<Question | undefined> {
  if (await hasRecentLogIn(context, backend, person.id, maxAge)) {
    return undefined;
  }
  const checked = await checkAnswer(context, backend, person, path);
  if (checked === "confirmed") {
    await confirmLogIn(context, backend, person.id, path);
    return undefined;
  }
  const fields = await formFields(context);
  const otherFields = Object.entries(fields).filter(([name]) => !answerFields.has(name));
  return {
    html: await identityQuestion(
      context,
      backend,
      person,
      { action, fields: Object.fromEntries(otherFields) },
      checked,
    ),
    status: checked?.status ?? 200,
  };
}

/** The fields of the page that are not part of the form that is sent again. */
const answerFields: ReadonlySet<string> = new Set(["token", "current_password", ...factorFields]);

/** Returns the page that asks a logged-in user to confirm their identity, and then sends these fields. */
export async function identityQuestion(
  context: PageContext,
  backend: Backend,
  person: Person,
  { action, fields }: { readonly action: string; readonly fields: Readonly<Record<string, string>> },
  refused?: RefusedAttempt,
): Promise<Html> {
  const sent = hiddenFields(fields);
  const forms = (await hasPasskey(backend, person))
    ? await factorForms(context, backend, [person], { action, fields: sent })
    : html`<form method="post" action="${action}">
        ${tokenField(context)} ${sent}
        ${inputField({ label: "Password", name: "current_password", type: "password", autocomplete: "current-password", isFocused: true })}
        <div class="buttons"><button>Confirm</button></div>
      </form>`;
  return page(
    "Confirm that it is you",
    html`
      <p>You are logged in as ${person.email}. To protect the account, this step needs another check.</p>
      ${problemLine(refused?.problem)} ${forms}
    `,
  );
}

/** Checks the proof in a form; undefined if the form has none. */
async function checkAnswer(
  context: PageContext,
  backend: Backend,
  person: Person,
  path: string,
): Promise<"confirmed" | RefusedAttempt | undefined> {
  const fields = await formFields(context);
  if (await hasPasskey(backend, person)) {
    if (factorFields.every((name) => (fields[name] ?? "") === "")) {
      return undefined;
    }
    const checked = await checkFactor(context, backend, [person], path);
    return "problem" in checked ? checked : "confirmed";
  }
  const password = await formField(context, "current_password");
  if (password === "") {
    return undefined;
  }
  const checked = await checkPassword(context, backend, person.email, password);
  if ("problem" in checked) {
    return checked.status === 400 ? wrongPassword : checked;
  }
  // If the email has two accounts, the password of the other account is not sufficient.
  return checked.some(({ id }) => id === person.id) ? "confirmed" : wrongPassword;
}

const wrongPassword: RefusedAttempt = { status: 400, problem: "The password is wrong." };

async function hasPasskey({ database }: Backend, { id }: Person): Promise<boolean> {
  return (await accountsWithPasskeys(database, [id])).length > 0;
}
