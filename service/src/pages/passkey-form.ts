import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { html } from "hono/html";
import { hashSecret } from "../access/tokens.js";
import { type Ceremony, findRelyingParty } from "../accounts/passkeys.js";
import type { Backend } from "../backend.js";
import { tokenField } from "./forms.js";
import type { Html } from "./layout.js";
import type { PageContext } from "./session.js";

/** Returns the ceremony of a passkey on a page. */
export async function ceremonyOn(
  { req, var: { session } }: PageContext,
  { database, clock, settings }: Pick<Backend, "database" | "clock" | "settings">,
): Promise<Ceremony> {
  return {
    relyingParty: findRelyingParty(settings, req.url),
    session: hashSecret(session),
    now: await clock.now(database),
  };
}

/** A form that creates or uses a passkey, and sends the credential in its field `credential`. */
interface PasskeyForm {
  readonly action: string;
  readonly ceremony: Ceremony;
  /** What the browser does, with its options. */
  readonly request:
    | { readonly create: PublicKeyCredentialCreationOptionsJSON }
    | { readonly use: PublicKeyCredentialRequestOptionsJSON };
  readonly button: string;
  /** More fields. */
  readonly fields?: Html;
}

/** Returns the form, and the script that it needs, which the policy of the page then allows. */
export function passkeyForm(context: PageContext, { action, ceremony, request, button, fields }: PasskeyForm): Html {
  context.set("hasScript", true);
  const [what, options] = "create" in request ? ["create", request.create] : ["use", request.use];
  return html`
    <form
      method="post"
      action="${action}"
      data-passkey="${what}"
      data-options="${JSON.stringify(options)}"
      data-origin="${ceremony.relyingParty.origin}"
    >
      ${tokenField(context)} ${fields ?? ""}
      <input type="hidden" name="credential" value="" />
      <p class="problem" role="alert"></p>
      <div class="buttons"><button>${button}</button></div>
    </form>
    <noscript><p class="problem">Passkeys need JavaScript.</p></noscript>
    <script src="/passkeys.js" type="module"></script>
  `;
}

/**
 * Returns the URL of the page with the passkeys of an account. `next` is the page to continue with after the first one was
 * added.
 */
export function passkeysUrl({ id: account }: { readonly id: string }, next?: string): string {
  return `/account/passkeys?${new URLSearchParams({ account, ...(next !== undefined && { next }) }).toString()}`;
}

/** Returns the page to continue with: a page of the account or of the authorization of an app; undefined for any other text. */
export function readNext(text: string | undefined): string | undefined {
  return /^\/(?:account|oauth2\/authorize)(?:[/?]|$)/.test(text ?? "") ? text : undefined;
}
