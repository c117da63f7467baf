import { decodeFileAccessNotification, decodeTeamChangeNotification } from "cloud-storage-api/webhooks";
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { getEventListeners, once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Backend } from "../src/backend.js";
import { readSettings } from "../src/settings.js";
import { askReceiver } from "../src/webhooks/receiver.js";
import { addApp } from "./support/people.js";
import { startReceiver, subscribe, webhooks, type Received } from "./support/receiver.js";
import { describeOwnService, type TestedService, type TestedTeam } from "./support/service.js";

const shortDelays = { WEBHOOK_RETRY_DELAY: "1", WEBHOOK_TIMEOUT: "500" };

describeOwnService(
  "webhooks",
  (service, restart) => {
    test("webhooks notify apps of a team, with a signature, that its members have changed (B-221, N-09, N-10)", async () => {
      const { id, members } = await service.team([{ status: "invited" }]);
      const receiver = await startReceiver();
      const { secret } = await subscribe(service, id, ["Team member management"], receiver.url);
      await acceptFirst(service, members);
      const [{ headers, body }] = (await receiver.next(1)) as [Received];
      expect(headers["content-type"]).toBe("application/json");
      expect(headers["x-service-signature"]).toBe(createHmac("sha256", secret).update(body).digest("hex"));
      const [member] = members;
      expect(decodeTeamChangeNotification(JSON.parse(body))).toEqual({
        team_events: [{ event: "member_info_change", team_id: id, member_ids: [member?.team_member_id] }],
      });
    });

    test("webhooks notify apps that read files of changes, for all members of a shared folder at once (B-219, B-220)", async () => {
      const { id, admin, members } = await service.team([{}, {}, {}]);
      const receiver = await startReceiver();
      await subscribe(service, id, ["Team member file access"], receiver.url);
      const three = members.map(({ account_id }) => account_id);
      await service.access.changeFiles({ account_ids: three });
      await service.access.changeFiles({ account_ids: [admin.account_id] });
      const [shared, own] = (await receiver.next(2)).map(({ body }) => decodeFileAccessNotification(JSON.parse(body)));
      const teams = { [id]: members.map(({ team_member_id }) => team_member_id) };
      expect(shared).toEqual({ list_folder: { teams }, delta: { teams } });
      expect(own?.list_folder.teams).toEqual({ [id]: [admin.team_member_id] });
    });

    test("webhooks do not notify apps without permission, or of other teams (B-221, B-222)", async () => {
      const [team, other] = [await service.team([{ status: "invited" }]), await service.team()];
      const [informed, managing, reading, foreign] = [
        await startReceiver(),
        await startReceiver(),
        await startReceiver(),
        await startReceiver(),
      ];
      await subscribe(service, team.id, ["Team information"], informed.url);
      await subscribe(service, team.id, ["Team member management"], managing.url);
      await subscribe(service, team.id, ["Team member file access"], reading.url);
      await subscribe(service, other.id, ["Team member management"], foreign.url);
      await service.access.changeFiles({ account_ids: [team.admin.account_id] });
      await acceptFirst(service, team.members);
      const events = (received: readonly Received[]): string[] =>
        received.map(({ body }) => Object.keys(JSON.parse(body) as object).join());
      expect(events(await reading.next(2)).sort()).toEqual(["list_folder,delta", "team_events"]);
      expect(events(await managing.next(1))).toEqual(["team_events"]);
      expect([informed.received, foreign.received]).toEqual([[], []]);
    });

    test("webhooks are not sent for other operations (B-223)", async () => {
      const { id, token, members, client } = await service.team([{ status: "invited" }]);
      const receiver = await startReceiver();
      await subscribe(service, id, ["Team member management"], receiver.url);
      await client.team.membersList();
      for (const [path, arg] of [
        ["team/groups/create", { group_name: "Stones" }],
        ["team/team_folder/create", { name: "Stones" }],
        ["team/devices/list_team_devices", {}],
        ["team/linked_apps/list_team_linked_apps", {}],
        ["team/reports/get_activity", {}],
        ["team/members/send_welcome_email", { ".tag": "email", email: members[0]?.email }],
      ] as const) {
        await service.post(path, token, arg);
      }
      await acceptFirst(service, members); // notifications of an app are sent one by one: this is the first
      const [first] = await receiver.next(1);
      expect(first?.body).toContain(members[0]?.team_member_id);
    });

    test("webhooks are retried if they were not received, at least three times (N-10)", async () => {
      const { id, members } = await service.team([{ status: "invited" }]);
      const receiver = await startReceiver([500, 302, 0]);
      await subscribe(service, id, ["Team member management"], receiver.url);
      await acceptFirst(service, members);
      const bodies = (await receiver.next(4)).map(({ body }) => body);
      expect(new Set(bodies).size).toBe(1);
    });

    test("webhooks are not lost when the service stops before they are received (N-10)", async () => {
      const { id, members } = await service.team([{ status: "invited" }]);
      const receiver = await startReceiver([0]);
      await subscribe(service, id, ["Team member management"], receiver.url);
      await acceptFirst(service, members);
      const [first] = await receiver.next(1);
      await restart();
      const [, again] = await receiver.next(2);
      expect(again?.body).toBe(first?.body);
    });

    test("webhooks are registered by apps with their key and secret, and can be removed", async () => {
      const { id, members } = await service.team([{ status: "invited" }, { status: "invited" }]);
      const receiver = await startReceiver();
      const app = await subscribe(service, id, ["Team member management"], receiver.url);
      expect(await (await webhooks(service, app, "GET")).json()).toEqual({ url: receiver.url });
      expect((await webhooks(service, app, "DELETE")).status).toBe(204);
      expect(await (await webhooks(service, app, "GET")).json()).toEqual({ url: null });
      const [first, second] = members;
      await service.controls.acceptInvitation({ team_member_id: first?.team_member_id ?? "" });
      await webhooks(service, app, "PUT", { url: receiver.url });
      await service.controls.acceptInvitation({ team_member_id: second?.team_member_id ?? "" });
      const [notification] = await receiver.next(1);
      expect(notification?.body).toContain(second?.team_member_id);
      for (const method of ["GET", "PUT", "DELETE"]) {
        const response = await webhooks(service, { ...app, secret: "x" }, method, { url: receiver.url });
        expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, 'Basic realm="app"']);
      }
    });

    test("webhooks go only to HTTPS, except on localhost, and only where the challenge is repeated (N-10)", async () => {
      const app = await addApp(service);
      const stranger = createServer((_request, response) => response.end("Hello!"));
      const endless = createServer((_request, response) => {
        const timer = setInterval(() => response.write("x".repeat(10_000)), 1);
        response.on("close", () => clearInterval(timer));
      });
      const ports = [];
      for (const server of [stranger, endless]) {
        server.listen(0, "127.0.0.1");
        await once(server, "listening");
        onTestFinished(() => server.closeAllConnections());
        onTestFinished(() => void server.close());
        ports.push((server.address() as AddressInfo).port);
      }
      const urls = ports.map((port) => `http://localhost:${port}/`);
      for (const url of [...urls, "http://app.example.com/", "file:///etc/passwd", "x", "http://localhost:1/", ""]) {
        const response = await webhooks(service, app, "PUT", { url });
        expect([url, response.status, response.headers.get("content-type")]).toEqual([
          url,
          400,
          expect.stringContaining("text/plain"),
        ]);
      }
      expect((await webhooks(service, app, "PUT", {})).status).toBe(400);
      expect(await (await webhooks(service, app, "GET")).json()).toEqual({ url: null });
    });

    test("webhooks are refused with the reason if the URL is unreachable or does not respond", async () => {
      const app = await addApp(service);
      const silent = createServer(() => undefined);
      silent.listen(0, "127.0.0.1");
      await once(silent, "listening");
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
      const refusal = async (): Promise<string> => (await webhooks(service, app, "PUT", { url })).text();
      expect(await refusal()).toBe("The URL does not respond in time.");
      silent.closeAllConnections();
      await new Promise((done) => silent.close(done));
      expect(await refusal()).toBe("The URL could not be reached.");
    });
  },
  shortDelays,
);

describeOwnService(
  "webhooks of an app that does not answer",
  (service) => {
    test("webhooks of an app that does not answer do not delay other apps", async () => {
      const [team, other] = [
        await service.team(Array.from({ length: 25 }, () => ({ status: "invited" }))),
        await service.team([{ status: "invited" }]),
      ];
      const [silent, prompt] = [await startReceiver(Array.from({ length: 25 }, () => 0)), await startReceiver()];
      await subscribe(service, team.id, ["Team member management"], silent.url);
      await subscribe(service, other.id, ["Team member management"], prompt.url);
      for (const member of [...team.members, ...other.members]) {
        await service.controls.acceptInvitation({ team_member_id: member.team_member_id });
      }
      await prompt.next(1);
      expect(silent.received).toHaveLength(1);
    });

    test("webhooks of an app that does not answer do not cause a leak warning when many are pending", async () => {
      const warnings: Error[] = [];
      const warn = (warning: Error): unknown => warnings.push(warning);
      process.on("warning", warn);
      onTestFinished(() => void process.off("warning", warn));
      const { id, members } = await service.team([{ status: "invited" }]);
      const receivers = await Promise.all(Array.from({ length: 15 }, () => startReceiver([0])));
      for (const { url } of receivers) {
        await subscribe(service, id, ["Team member management"], url);
      }
      await acceptFirst(service, members);
      await Promise.all(receivers.map((receiver) => receiver.next(1)));
      expect(warnings).toEqual([]);
    });
  },
  { WEBHOOK_TIMEOUT: "600000" },
);

test("a receiver that has responded leaves no pending timeout", async () => {
  const { signal: stopping } = new AbortController();
  const backend = { settings: readSettings({ WEBHOOK_PRIVATE_NETWORKS: "1" }), stopping } as Backend;
  const { url } = await startReceiver();
  expect(await askReceiver(backend, new URL(url), { method: "POST", body: "{}" }, ({ ok }) => ok)).toBe(true);
  expect(getEventListeners(stopping, "abort")).toEqual([]);
});

async function acceptFirst(service: TestedService, [member]: TestedTeam["members"]): Promise<void> {
  await service.controls.acceptInvitation({ team_member_id: member?.team_member_id ?? "" });
}
