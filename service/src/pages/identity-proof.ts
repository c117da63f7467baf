import { html } from "hono/html";
import { nameActor, recordEvent, type Actor } from "../access/audit.js";
import type { Person } from "../accounts/account.js";
import { requestPasskey, usePasskey } from "../accounts/passkeys.js";
import { countRecoveryCodes, useRecoveryCode } from "../accounts/recovery-codes.js";
import type { Backend } from "../backend.js";
import { limitAttempts, type RefusedAttempt } from "./attempt-log-in.js";
import { clientAddress, logRefusal } from "./client.js";
import { formField, inputField, tokenField } from "./forms.js";
import type { Html } from "./layout.js";
import { ceremonyOn, passkeyForm } from "./passkey-form.js";
import type { PageContext } from "./session.js";

/** The fields of {@link factorForms}. */
export const factorFields = ["credential", "recovery_code"] as const;

/** Returns the forms to use a passkey of these people or, if it is lost, a recovery code. `fields` are sent as well. */
export async function factorForms(
  context: PageContext,
  backend: Backend,
  people: readonly Person[],
  { action, fields }: { readonly action: string; readonly fields?: Html },
): Promise<Html> {
  const ceremony = await ceremonyOn(context, backend);
  const ids = people.map(({ id }) => id);
  const use = await requestPasskey(backend.database, ceremony, ids);
  const code = inputField({ label: "Recovery code", name: "recovery_code", autocomplete: "off" });
  return html`
    ${passkeyForm(context, { action, ceremony, request: { use }, button: "Use a passkey", ...(fields && { fields }) })}
    <details>
      <summary>Use a recovery code instead</summary>
      <form method="post" action="${action}">
        ${tokenField(context)} ${fields ?? ""} ${code}
        <div class="buttons"><button class="quiet">Use the code</button></div>
      </form>
    </details>
  `;
}

/** A factor that was accepted. */
interface AcceptedFactor {
  /** The account that it belongs to. */
  readonly account: string;
}

/** Checks the factor in a submitted form, which must belong to one of these people, on a page with this path. */
export async function checkFactor(
  context: PageContext,
  backend: Backend,
  people: readonly Person[],
  path: string,
): Promise<AcceptedFactor | RefusedAttempt> {
  const { database } = backend;
  const accountIds = people.map(({ id }) => id);
  const [credential, code] = [await formField(context, "credential"), await formField(context, "recovery_code")];
  const ceremony = await ceremonyOn(context, backend);
  const actor: Actor = {
    account: accountIds[0],
    through: path,
    address: clientAddress(context, backend.settings),
  };
  return limitAttempts(context, backend, people[0]?.email ?? "", () =>
    database.transaction(async (queries): Promise<AcceptedFactor | RefusedAttempt> => {
      await nameActor(queries, actor);
      if (code !== "") {
        const account = await useRecoveryCode(queries, accountIds, code);
        if (account === undefined) {
          await recordEvent(queries, "recovery code refused", actor, { account: accountIds[0] });
          return { status: 400, problem: "This is not one of your recovery codes, or it was used before." };
        }
        const left = await countRecoveryCodes(queries, account);
        await recordEvent(queries, "recovery code used", { ...actor, account }, { account, subject: `${left} left` });
        return { account };
      }
      const used = await usePasskey(queries, ceremony, { accountIds, credential });
      if ("problem" in used) {
        logRefusal(backend, context, "passkey", used.reason);
        await recordEvent(queries, "passkey refused", actor, { account: accountIds[0] });
        return { status: 400, problem: used.problem };
      }
      const { account, passkey } = used;
      await recordEvent(queries, "passkey used", { ...actor, account }, { account, subject: passkey });
      return { account };
    }),
  );
}
