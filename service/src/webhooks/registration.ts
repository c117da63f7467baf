import { badRequest, Refusal } from "cloud-storage-api/server";
import { Hono, type Context } from "hono";
import { auth as basicCredentials } from "hono/utils/basic-auth";
import sql from "sql-template-tag";
import { isSecureUrl } from "../access/app.js";
import { nameActor } from "../access/audit.js";
import { appWith } from "../access/authenticate.js";
import type { Backend } from "../backend.js";
import { randomText } from "../database/ids.js";
import { logRefusal } from "../pages/client.js";
import { formField } from "../pages/forms.js";
import { limitForms } from "../pages/protection.js";
import { PrivateAddress } from "./private-networks.js";
import { askReceiver, ReceiverTimeout } from "./receiver.js";

/** Returns the endpoint where apps register their webhook URL. They authenticate with their key and secret. */
export function webhookRegistration(backend: Backend): Hono {
  const { database } = backend;
  const registration = new Hono();
  registration.use(limitForms);

  registration.get("/", async (context) => {
    const key = await authenticateApp(context);
    const app = await database.first<{ url: string | null }>(
      sql`select webhook_url as url from app where key = ${key}`,
    );
    return context.json({ url: app?.url });
  });

  registration.put("/", async (context) => {
    const key = await authenticateApp(context);
    const url = checkedUrl(await formField(context, "url"));
    await verify(backend, url);
    await setWebhook(key, url);
    return context.json({ url });
  });

  registration.delete("/", async (context) => {
    await setWebhook(await authenticateApp(context), null);
    return context.body(null, 204);
  });

  async function authenticateApp(context: Context): Promise<string> {
    const { username, password } = basicCredentials(context.req.raw) ?? { username: "", password: "" };
    const caller = await appWith(database, backend.cursors, username, password);
    if (caller === undefined) {
      logRefusal(backend, context, "credentials of an app", username);
      throw unknownApp();
    }
    return caller.app.key;
  }

  function setWebhook(key: string, url: string | null): Promise<unknown> {
    return database.transaction(async (queries) => {
      await nameActor(queries, { app: key, through: "/webhooks" });
      await queries.run(sql`update app set webhook_url = ${url} where key = ${key}`);
    });
  }

  return registration;
}

function checkedUrl(url: string): string {
  if (!isSecureUrl(url)) {
    throw badRequest("The parameter url must be a URL with HTTPS, except on localhost, and without a fragment.");
  }
  return url;
}

/** Verifies that a URL expects notifications: it must respond with the challenge (N-10). */
async function verify(backend: Backend, url: string): Promise<void> {
  const challenge = randomText(32);
  const target = new URL(url);
  target.searchParams.append("challenge", challenge);
  const answer = await askReceiver(backend, target, { method: "GET" }, async (response) => ({
    isOk: response.ok,
    text: await response.beginning(challenge.length + 1),
  })).catch((thrown: unknown) => {
    throw badRequest(unreachable(thrown));
  });
  if (!answer.isOk || answer.text !== challenge) {
    throw badRequest("The URL does not respond with the value of the challenge parameter.");
  }
}

/** Returns a sentence that explains why a URL did not pass verification. */
function unreachable(thrown: unknown): string {
  if (thrown instanceof PrivateAddress) {
    return "The URL points to this machine or to a private network. To allow this, set WEBHOOK_PRIVATE_NETWORKS=1.";
  }
  return thrown instanceof ReceiverTimeout ? "The URL does not respond in time." : "The URL could not be reached.";
}

function unknownApp(): Refusal {
  const message = "The key and the secret of the app are missing or wrong.";
  const headers = { "Content-Type": "text/plain; charset=utf-8", "WWW-Authenticate": 'Basic realm="app"' };
  return new Refusal(message, { status: 401, headers, body: message });
}
