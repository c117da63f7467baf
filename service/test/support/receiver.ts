import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { addApp } from "./people.js";
import type { TestedService } from "./service.js";

/** A notification that has come in. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An app's own server, to which notifications are sent. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Resolves to the notifications when a number of them have been received. */
  next(count: number): Promise<readonly Received[]>;
}

/** How a receiver responds to notifications: with these statuses in order, and then 200; 0 is no response. */
type Statuses = readonly number[];

/** Starts a receiver for the running test, which repeats challenges. */
export async function startReceiver(statuses: Statuses = []): Promise<Receiver> {
  const received: Received[] = [];
  const left = [...statuses];
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const challenge = new URL(request.url ?? "", "http://localhost").searchParams.get("challenge");
    if (request.method === "GET") {
      response.end(challenge);
      return;
    }
    received.push({ headers: request.headers, body: Buffer.concat(await request.toArray()).toString() });
    const status = left.shift() ?? 200;
    if (status !== 0) {
      response.writeHead(status, { Location: "/elsewhere" }).end();
    }
    server.emit("received");
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/changes`,
    received,
    async next(count) {
      while (received.length < count) {
        await once(server, "received");
      }
      return received;
    },
  };
}

/** Links a new team app with a webhook at a URL. */
export async function subscribe(
  service: TestedService,
  teamId: string,
  permissions: string[],
  url: string,
): Promise<{ key: string; secret: string }> {
  const app = await addApp(service, { kind: "team", permissions });
  await service.controls.issueToken({ app_key: app.key, owner: { ".tag": "team_id", team_id: teamId } });
  const response = await webhooks(service, app, "PUT", { url });
  if (!response.ok) {
    throw new Error(await response.text());
  }
  return app;
}

/** Calls the webhook registration with the credentials of an app. */
export function webhooks(
  service: TestedService,
  { key, secret }: { key: string; secret: string },
  method: string,
  form: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${service.url}/webhooks`, {
    method,
    headers: { Authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}` },
    ...(method === "PUT" && { body: new URLSearchParams(form) }),
  });
}
