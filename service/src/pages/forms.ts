import { badRequest } from "cloud-storage-api/server";
import type { Context, MiddlewareHandler } from "hono";
import { html } from "hono/html";
import { shortestPassword } from "../accounts/password.js";
import { hashSecret } from "../access/tokens.js";
import { problemPage, type Html } from "./layout.js";
import type { PageContext, PageEnvironment } from "./session.js";

/** The hidden field without which {@link ownFormsOnly} refuses a form. */
export function tokenField({ var: { session } }: PageContext): Html {
  return html`<input type="hidden" name="token" value="${deriveFormToken(session)}" />`;
}

/** What is asked for in a form. */
interface InputField {
  readonly label: string;
  readonly name: string;
  readonly type?: "text" | "email" | "password";
  readonly value?: string | undefined;
  /** What browsers may fill in, as HTML names it. */
  readonly autocomplete: string;
}

/** Asks for something that must be entered. */
export function inputField({ label, name, type = "text", value = "", autocomplete }: InputField): Html {
  return html`<label>
    ${label}
    <input type="${type}" name="${name}" value="${value}" autocomplete="${autocomplete}" required />
  </label>`;
}

/** Asks for a password that is to be set. */
export function newPasswordField(): Html {
  const label = `Password, with at least ${shortestPassword} characters`;
  return inputField({ label, name: "password", type: "password", autocomplete: "new-password" });
}

/** Says why a form was not accepted. */
export function problemLine(problem: string | undefined): Html | string {
  return problem === undefined ? "" : html`<p class="problem" role="alert">${problem}</p>`;
}

/** Refuses forms that no page of ours has sent from the same browser. */
export const ownFormsOnly: MiddlewareHandler<PageEnvironment> = async (context, next) => {
  if (context.req.method === "POST" && (await formField(context, "token")) !== deriveFormToken(context.var.session)) {
    return context.html(
      problemPage("This form has expired", "Allow cookies for this site, reload the page, and try again."),
      403,
    );
  }
  return next();
};

/** What was entered in a field of the form that was sent; empty if it has no such field. Throws a Refusal for what is no form. */
export async function formField({ req }: Pick<Context, "req">, name: string): Promise<string> {
  // Whatever its type says, the body may be anything.
  const form = await req.parseBody().catch(() => {
    throw badRequest("The body is not a form.");
  });
  const value = form[name];
  return typeof value === "string" ? value : "";
}

/** Only who knows the session can know this; but the session cannot be told from it. */
function deriveFormToken(session: string): string {
  return hashSecret(`form of ${session}`);
}
