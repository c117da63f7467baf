import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { toNodeListener } from "../../generated/src/server/node.js";
import {
  createWebhookHandler,
  signWebhook,
  type RefusedNotification,
  type SignedWebhook,
  type WebhookHandlerOptions,
  type WebhookPayload,
} from "../../generated/src/server/webhooks.js";
import { createTwin } from "../../generated/src/testing/index.js";
import type { NotificationInfo } from "../../templates/runtime/webhooks/signature.js";
import { resolveBinding } from "../../src/generator/facts/binding-options.js";
import { loadPackage } from "../generated/load-package.js";

const secret = "an app secret";

const payload: WebhookPayload = {
  team_events: [{ event: "member_info_change", team_id: "tid:Zr5cXv0KmQe8Lw", member_ids: ["tmid:8sWqLx3KdVbN7r"] }],
};

type Handler = (request: Request) => Promise<Response>;
type Headers = Readonly<Record<string, string>>;

/** A handler, with what it has received and refused. */
function receiver(
  options: Partial<WebhookHandlerOptions<WebhookPayload>> = {},
  create: (options: WebhookHandlerOptions<WebhookPayload>) => Handler = createWebhookHandler,
): { handle: Handler; received: unknown[]; infos: NotificationInfo[]; refused: RefusedNotification[] } {
  const [received, infos, refused]: [unknown[], NotificationInfo[], RefusedNotification[]] = [[], [], []];
  const handle = create({
    secrets: secret,
    onNotification: (notification, info) => {
      received.push(notification);
      infos.push(info);
    },
    onRefused: (refusal) => refused.push(refusal),
    ...options,
  });
  return { handle, received, infos, refused };
}

function post(handle: Handler, body: string | Uint8Array<ArrayBuffer>, headers: Headers): Promise<Response> {
  return handle(new Request("http://receiver/webhook", { method: "POST", headers, body }));
}

async function statusOf(response: Promise<Response>): Promise<number> {
  return (await response).status;
}

/** The same message with each byte of its body, and of a header at a time, changed in one bit. */
function* altered(
  { body, headers }: SignedWebhook,
  signed: readonly string[],
  bit: number,
): Generator<{ readonly body: Uint8Array<ArrayBuffer>; readonly headers: Headers }> {
  const bytes = new TextEncoder().encode(body);
  for (let at = 0; at < bytes.length; at++) {
    const copy = bytes.slice();
    copy[at] = (copy[at] ?? 0) ^ bit;
    yield { body: copy, headers };
  }
  for (const name of signed) {
    const value = headers[name] ?? "";
    for (let at = 0; at < value.length; at++) {
      const changed = String.fromCharCode(value.charCodeAt(at) ^ bit);
      const text = value.slice(0, at) + changed + value.slice(at + 1);
      // The other values cannot be sent, or only as the value without them.
      if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)) {
        yield { body: bytes, headers: { ...headers, [name]: text } };
      }
    }
  }
}

describe("a notification with the HMAC of its body in a header", () => {
  test("PROD-41: a notification with an HMAC of its body is accepted with the signature of the service, and has its type", async () => {
    const { handle, received, infos } = receiver();
    const signed = await signWebhook(payload, secret);
    const hmac = createHmac("sha256", secret).update(signed.body).digest("hex");
    expect(signed.headers).toEqual({ "Content-Type": "application/json", "X-Service-Signature": hmac });
    const response = await post(handle, signed.body, signed.headers);
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(received).toEqual([payload]);
    expect(infos).toEqual([{ id: undefined, timestamp: undefined }]);
  });

  test("PROD-41: a notification with an HMAC of its body is refused with any byte of the body or the signature changed", async () => {
    const { handle, received, refused } = receiver();
    const signed = await signWebhook(payload, secret);
    const statuses = new Set<number>();
    let count = 0;
    for (const bit of [0x01, 0x20]) {
      for (const { body, headers } of altered(signed, ["X-Service-Signature"], bit)) {
        statuses.add(await statusOf(post(handle, body, headers)));
        count++;
      }
    }
    expect([...statuses]).toEqual([401]);
    expect(count).toBe(refused.length);
    expect(count).toBeGreaterThan(2 * signed.body.length + 64);
    expect(received).toEqual([]);
  });

  test("PROD-40, PROD-41: a notification with an HMAC of its body is accepted with each of several secrets, and with a prefix and Base64", async () => {
    const load = await loadPackage("namespace t\n\nstruct Event\n    id String\n", {
      binding: {
        webhooks: {
          payload: "t.Event",
          signature: { header: "X-Hub-Signature", algorithm: "hmac-sha256", encoding: "base64", prefix: "sha256=" },
        },
      },
    });
    const { createWebhookHandler: create, signWebhook: sign } = await load("server/webhooks");
    const { handle, received, refused } = receiver({ secrets: ["new", "old"] }, create as typeof createWebhookHandler);
    for (const each of ["old", "new", "other"]) {
      const { body, headers } = (await sign({ id: each }, each)) as SignedWebhook;
      expect(headers["X-Hub-Signature"]).toBe(`sha256=${createHmac("sha256", each).update(body).digest("base64")}`);
      await post(handle, body, headers);
    }
    const { body, headers } = (await sign({ id: "a" }, "new")) as SignedWebhook;
    await post(handle, body, { "X-Hub-Signature": (headers["X-Hub-Signature"] ?? "").slice("sha256=".length) });
    await post(handle, body, {});
    expect(received).toEqual([{ id: "old" }, { id: "new" }]);
    expect(refused.map(({ reason }) => reason)).toEqual([
      "The signature is not that of the request with one of the secrets",
      "The header X-Hub-Signature is not a signature in base64",
      "The header X-Hub-Signature is missing",
    ]);
    // This service has no challenges.
    expect((await handle(new Request("http://receiver/?challenge=a"))).status).toBe(405);
  });
});

test("PROD-40: the preset of Dropbox has its signature and its challenge, and none for other signatures", () => {
  const webhooks = { payload: "t.Event" };
  expect(resolveBinding({ preset: "dropbox", webhooks }).webhooks).toEqual({
    payload: ["t.Event"],
    signature: { header: "X-Dropbox-Signature", algorithm: "hmac-sha256", encoding: "hex" },
    challenge: { parameter: "challenge" },
  });
  const standard = resolveBinding({ preset: "dropbox", webhooks: { ...webhooks, signature: "standard" } });
  expect(standard.webhooks.challenge).toBeUndefined();
});

describe("Standard Webhooks", () => {
  const key = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  let create: typeof createWebhookHandler;
  let sign: (payload: unknown, secret: string, options?: object) => Promise<SignedWebhook>;
  beforeAll(async () => {
    const load = await loadPackage("namespace t\n\nstruct Event\n    id String\n", {
      binding: { webhooks: { payload: "t.Event", signature: "standard" } },
    });
    ({ createWebhookHandler: create, signWebhook: sign } = (await load("server/webhooks")) as never);
  });

  const body = '{"id": "évènement"}';

  /** What the reference implementation sends. */
  function reference(secret: string, id: string, timestamp: Date): SignedWebhook {
    return {
      body,
      headers: {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(timestamp.getTime() / 1000)),
        "webhook-signature": new Webhook(secret).sign(id, timestamp, body),
      },
    };
  }

  test("PROD-41: notifications that the reference implementation has signed are accepted, with their ids", async () => {
    const { handle, received, infos } = receiver({ secrets: [other, key] }, create);
    const { headers } = reference(key, "msg_1", new Date());
    expect(await statusOf(post(handle, body, headers))).toBe(200);
    const both = `v1a,AAAA ${new Webhook(other).sign("msg_1", new Date(), body)} ${headers["webhook-signature"]}`;
    expect(await statusOf(post(handle, body, { ...headers, "webhook-signature": both }))).toBe(200);
    expect(received).toEqual([{ id: "évènement" }, { id: "évènement" }]);
    expect(infos[0]).toEqual({ id: "msg_1", timestamp: new Date(Number(headers["webhook-timestamp"]) * 1000) });
  });

  test("PROD-41: a notification with any byte of the body or a header changed is refused, and so is an old one", async () => {
    const { handle, received, refused } = receiver({ secrets: key }, create);
    const signed = reference(key, "msg_1", new Date());
    const statuses = new Set<number>();
    for (const message of altered(signed, Object.keys(signed.headers), 0x01)) {
      statuses.add(await statusOf(post(handle, message.body, message.headers)));
    }
    expect([...statuses]).toEqual([401]);
    const old = reference(key, "msg_1", new Date(Date.now() - 301_000));
    expect(await statusOf(post(handle, body, old.headers))).toBe(401);
    expect(refused.at(-1)?.reason).toBe("The time in the header webhook-timestamp is not within 300 seconds of now");
    expect(received).toEqual([]);
  });

  test("PROD-42: the reference implementation accepts what signWebhook returns", async () => {
    const timestamp = new Date(Math.floor(Date.now() / 1000) * 1000);
    const signed = await sign({ id: "a" }, key, { id: "msg_2", timestamp });
    expect(new Webhook(key).verify(signed.body, { ...signed.headers })).toEqual({ id: "a" });
    expect(signed.headers).toMatchObject({
      "webhook-id": "msg_2",
      "webhook-timestamp": `${timestamp.getTime() / 1000}`,
    });
    const [one, two] = [await sign({ id: "a" }, key), await sign({ id: "a" }, key)];
    expect(one.headers["webhook-id"]).not.toBe(two.headers["webhook-id"]);
  });

  test("PROD-41: secrets that cannot be keys are refused when the handler is created", () => {
    const withSecrets = (secrets: unknown, of: typeof createWebhookHandler) => (): Handler =>
      of({ secrets: secrets as string, onNotification: () => undefined });
    expect(withSecrets("whsec_not Base64", create)).toThrow(
      "A secret of webhooks is not of the form whsec_… with Base64",
    );
    expect(withSecrets(undefined, create)).toThrow("A secret of webhooks is empty");
    expect(withSecrets([""], createWebhookHandler)).toThrow("A secret of webhooks is empty");
    expect(withSecrets([], createWebhookHandler)).toThrow("The option secrets has no secret");
  });
});

test("PROD-41: a challenge is returned as plain text, as Dropbox documents it, up to 1,024 characters", async () => {
  const { handle, refused } = receiver();
  const ask = (challenge: string): Promise<Response> =>
    handle(new Request(`https://www.example.com/dropbox-webhook?challenge=${encodeURIComponent(challenge)}`));
  const response = await ask("abc <b>&");
  expect([response.status, await response.text()]).toEqual([200, "abc <b>&"]);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await statusOf(ask("x".repeat(1024)))).toBe(200);
  expect(await statusOf(ask("x".repeat(1025)))).toBe(400);
  expect(await statusOf(handle(new Request("https://www.example.com/")))).toBe(405);
  expect(refused.map(({ reason }) => reason)).toEqual([
    "The challenge has more than 1024 characters",
    "The method is GET, not POST",
  ]);
});

describe("the status of a notification", () => {
  const sign = (body: string): Headers => ({
    "x-service-signature": createHmac("sha256", secret).update(body).digest("hex"),
  });

  test("PROD-41: the status of a notification is 400 for what is signed and not a notification, and the sender is not told why", async () => {
    const { handle, refused } = receiver();
    for (const body of ["{", '{"team_events": [{"event": 1}]}', "null"]) {
      const response = await post(handle, body, sign(body));
      expect([response.status, await response.text()]).toEqual([400, ""]);
    }
    expect(refused.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^The body is not JSON: /),
      expect.stringMatching(/^The notification is of no known type: .*list_folder/),
      expect.stringMatching(/^The notification is of no known type: /),
    ]);
  });

  test("PROD-41: the status of a notification is 200 for events that are newer than the package, and the content type does not count", async () => {
    const { handle, received } = receiver();
    const newer = { team_events: [{ event: "team_sold", team_id: "tid:Zr5cXv0KmQe8Lw", member_ids: [], price: 1 }] };
    const body = JSON.stringify(newer);
    expect(await statusOf(post(handle, body, { ...sign(body), "content-type": "text/html" }))).toBe(200);
    expect(received).toMatchObject([{ team_events: [{ event: "team_sold" }] }]);
  });

  test("PROD-41: the status of a notification is 413 for more bytes than the limit, whether or not their number is announced", async () => {
    const { handle, refused } = receiver({ maxBytes: 10 });
    expect(await statusOf(post(handle, "x".repeat(11), {}))).toBe(413);
    expect(await statusOf(post(handle, "x", { "content-length": "11" }))).toBe(413);
    expect(await statusOf(post(handle, "x".repeat(10), {}))).toBe(401);
    expect(refused[0]?.reason).toBe("The body has more than 10 bytes");
  });

  test("PROD-41: the status of a notification is 500 if onNotification fails, unless it is acknowledged first", async () => {
    const failure = new Error("no database");
    const onNotification = (): Promise<void> => Promise.reject(failure);
    const { body, headers } = await signWebhook(payload, secret);
    const { handle, refused } = receiver({ onNotification });
    expect(await statusOf(post(handle, body, headers))).toBe(500);
    expect(refused).toEqual([{ status: 500, reason: "onNotification has failed", error: failure }]);
    const first = receiver({ onNotification, acknowledgeFirst: true });
    expect(await statusOf(post(first.handle, body, headers))).toBe(200);
    await vi.waitFor(() => expect(first.refused).toEqual(refused), { timeout: 500_000 });
  });
});

test("PROD-42: a Twin posts notifications to a handler, and to a URL through toNodeListener", async () => {
  const { handle, received } = receiver();
  expect((await createTwin({ webhook: { to: handle, secret } }).notify(payload)).status).toBe(200);
  const server = createServer(toNodeListener(handle));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
  expect((await createTwin({ webhook: { to, secret } }).notify(payload)).status).toBe(200);
  expect((await createTwin({ webhook: { to, secret: "wrong" } }).notify(payload)).status).toBe(401);
  expect(await (await fetch(`${to}?challenge=abc`)).text()).toBe("abc");
  expect(received).toEqual([payload, payload]);
  await expect(createTwin().notify(payload)).rejects.toThrow("The Twin has no receiver of notifications");
});
