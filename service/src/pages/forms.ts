import { badRequest, Refusal } from "cloud-storage-api/server";
import type { Context, MiddlewareHandler } from "hono";
import { html, raw } from "hono/html";
import { routePath } from "hono/route";
import { hashSecret } from "../access/tokens.js";
import { shortestPassword } from "../accounts/password.js";
import type { Backend } from "../backend.js";
import { logRefusal } from "./client.js";
import { problemPage, type Html } from "./layout.js";
import type { PageContext, PageEnvironment } from "./session.js";

/** Returns the hidden field that {@link ownFormsOnly} requires in a form. */
export function tokenField({ var: { session } }: PageContext): Html {
  return html`<input type="hidden" name="token" value="${deriveFormToken(session)}" />`;
}

/** An input of a form. */
interface InputField {
  readonly label: string;
  readonly name: string;
  readonly type?: "text" | "email" | "password";
  readonly value?: string | undefined;
  /** The value of `autocomplete`. */
  readonly autocomplete: string;
  /** Whether the input has the focus when the page opens. */
  readonly isFocused?: boolean;
}

/** Returns a required input. */
export function inputField({ label, name, type = "text", value = "", autocomplete, isFocused }: InputField): Html {
  const focus = isFocused === true ? raw(" autofocus") : "";
  return html`<label>
    ${label}
    <input type="${type}" name="${name}" value="${value}" autocomplete="${autocomplete}" required${focus} />
  </label>`;
}

/** Returns the input for a new password. `name` begins its label. */
export function newPasswordField(name = "Password"): Html {
  const label = `${name}, with at least ${shortestPassword} characters`;
  return inputField({ label, name: "password", type: "password", autocomplete: "new-password" });
}

/** Returns the line with the reason why a form was not accepted. */
export function problemLine(problem: string | undefined): Html | string {
  return problem === undefined ? "" : html`<p class="problem" role="alert">${problem}</p>`;
}

/** Rejects forms that were not sent by a page of the service in the same browser. */
export function ownFormsOnly(backend: Backend): MiddlewareHandler<PageEnvironment> {
  return async (context, next) => {
    if (context.req.method === "POST" && (await formField(context, "token")) !== deriveFormToken(context.var.session)) {
      // Without the rest of the path, which may be a secret.
      logRefusal(backend, context, "form", routePath(context));
      return context.html(
        problemPage("This form has expired", "Allow cookies for this site, reload the page, and try again."),
        403,
      );
    }
    return next();
  };
}

/**
 * Returns the value of a field of the submitted form; empty if there is no such field. Throws a Refusal if the body is not a
 * form.
 */
export async function formField(context: Pick<Context, "req">, name: string): Promise<string> {
  return (await formFields(context))[name] ?? "";
}

/** Returns the fields of the submitted form, without files. Throws a Refusal if the body is not a form. */
export async function formFields({ req }: Pick<Context, "req">): Promise<Readonly<Record<string, string>>> {
  // The body may be malformed despite its content type.
  const form = await req.parseBody().catch((thrown: unknown) => {
    throw thrown instanceof Refusal ? thrown : badRequest("The body is not a form.");
  });
  return Object.fromEntries(
    Object.entries(form).filter((field): field is [string, string] => typeof field[1] === "string"),
  );
}

/** Hidden inputs. */
export function hiddenFields(fields: Readonly<Record<string, string>>): Html {
  return html`${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;
}

/** Returns a token that requires knowledge of the session, but does not reveal it. */
function deriveFormToken(session: string): string {
  return hashSecret(`form of ${session}`);
}
