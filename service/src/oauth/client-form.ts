import { badRequest } from "cloud-storage-api/server";
import type { Context } from "hono";
import { auth as basicCredentials } from "hono/utils/basic-auth";
import { findApp } from "../access/app.js";
import { appWith } from "../access/authenticate.js";
import type { Backend } from "../backend.js";
import { logRefusal } from "../pages/client.js";

/** A form from an app, and the app's credentials. */
export interface ClientForm {
  /** The fields of the form by name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly key: string;
  /** Undefined for an app on a user's device, which cannot keep a secret. */
  readonly secret: string | undefined;
}

/**
 * Reads the form of an app, with its credentials from the fields or from HTTP Basic (B-076). Throws a Refusal if it is
 * invalid.
 */
export async function readClientForm(context: Context): Promise<ClientForm> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(context.req.header("content-type") ?? "")) {
    throw badRequest("The body must be a form (application/x-www-form-urlencoded).");
  }
  const form = new URLSearchParams(await context.req.text());
  const fields = Object.fromEntries(form);
  if (Object.keys(fields).length < form.size) {
    throw badRequest("Parameters must not be repeated.");
  }
  const basic = basicCredentials(context.req.raw);
  const [key, secret] = [fields["client_id"] ?? basic?.username, fields["client_secret"] ?? basic?.password];
  if (key === undefined) {
    throw badRequest("The key and the secret of the app are missing.");
  }
  if (basic !== undefined && (basic.username !== key || basic.password !== secret)) {
    throw badRequest("The credentials in the header and in the form differ.");
  }
  return { fields, key, secret };
}

/**
 * Throws a Refusal, and logs it, if there is no app with this key, or if the secret is incorrect. Only public apps may omit
 * the secret (RFC 7009, section 2.1).
 */
export async function checkClient(context: Context, backend: Backend, { key, secret }: ClientForm): Promise<void> {
  const { database, cursors } = backend;
  const app = secret === undefined ? await findApp(database, key) : await appWith(database, cursors, key, secret);
  if (app !== undefined && "is_public" in app && !app.is_public) {
    throw badRequest("The secret of the app is missing.");
  }
  if (app === undefined) {
    logRefusal(backend, context, "credentials of an app", key);
    throw badRequest("The key or the secret of the app is wrong.");
  }
}
