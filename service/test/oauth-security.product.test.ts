import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTokenRedirect } from "cloud-storage-api/oauth";
import { expect, onTestFinished, test, vi } from "vitest";
import { isBreached, problemWithPassword } from "../src/accounts/password.js";
import { readSettings } from "../src/settings.js";
import { isPrivateAddress, lookupPublic } from "../src/webhooks/private-networks.js";
import { Browser, type Shown } from "./support/browser.js";
import { addApp, addPerson, urlParameters } from "./support/people.js";
import { emptyFolder } from "./support/process.js";
import { startReceiver, webhooks } from "./support/receiver.js";
import { describeOwnService, describeService, moveClock, newEmail } from "./support/service.js";

const day = 24 * 60 * 60 * 1000;

describeService("the token flow (RFC 9700, section 2.1.2)", (service) => {
  test("the token flow issues tokens that expire after an hour, and says so", async () => {
    const app = await addApp(service);
    const robin = await addPerson(service);
    const { url } = await (await robin.visit(app.url({ responseType: "token" }))).press("Allow");
    const { access_token: token, expires_in } = readTokenRedirect(url, { state: undefined });
    expect(expires_in).toBe(3600);
    await moveClock(service, 3_590_000);
    expect((await service.post("files/list_folder", token, { path: "" })).status).toBe(200);
    await moveClock(service, 3_610_000);
    expect((await service.post("files/list_folder", token, { path: "" })).status).toBe(401);
  });

  test("the token flow asks for consent each time, while the code flow asks once (B-069)", async () => {
    const app = await addApp(service);
    const robin = await addPerson(service);
    await (await robin.visit(app.url())).press("Allow");
    expect(urlParameters((await robin.browser.open(app.url())).url)).toHaveProperty("code");
    for (let time = 1; time <= 2; time++) {
      const page = await robin.browser.open(app.url({ responseType: "token" }));
      expect(page.text).toContain("Allow");
      await page.press("Allow");
    }
  });

  test("the token flow can be disabled for an app, which gets the error in the fragment", async () => {
    const app = await addApp(service, { allows_token_flow: false });
    const { url } = await new Browser(service.url).open(app.url({ responseType: "token", state: "s" }));
    expect(urlParameters(url, "hash")).toMatchObject({ error: "unauthorized_client", state: "s" });
    expect((await new Browser(service.url).open(app.url())).text).toContain("Log in");
  });
});

describeService("the authorization server", (service) => {
  test("the authorization server identifies itself in each redirect (RFC 9207), and publishes its metadata (RFC 8414)", async () => {
    const app = await addApp(service);
    const robin = await addPerson(service);
    const metadata = await fetch(`${service.url}/.well-known/oauth-authorization-server`);
    expect(metadata.headers.get("content-type")).toMatch(/^application\/json/);
    const { issuer, ...described } = (await metadata.json()) as Record<string, unknown>;
    expect(issuer).toBe(service.url);
    expect(described).toMatchObject({
      authorization_endpoint: `${service.url}/oauth2/authorize`,
      token_endpoint: `${service.url}/oauth2/token`,
      revocation_endpoint: `${service.url}/oauth2/revoke`,
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
    });
    const redirects = {
      code: await (await robin.visit(app.url())).press("Allow"),
      token: await (await robin.browser.open(app.url({ responseType: "token" }))).press("Allow"),
      denied: await (await robin.browser.open(app.url({ forceReapprove: true }))).press("Deny"),
      wrong: await robin.browser.open(`${app.url()}&require_role=x`),
    };
    expect(urlParameters(redirects.code.url)["iss"]).toBe(issuer);
    expect(urlParameters(redirects.token.url, "hash")["iss"]).toBe(issuer);
    expect(urlParameters(redirects.denied.url)).toMatchObject({ error: "access_denied", iss: issuer });
    expect(urlParameters(redirects.wrong.url)).toMatchObject({ error: "invalid_request", iss: issuer });
  });
});

describeService("an invitation", (service) => {
  test("an invitation expires after seven days; the next one is valid again", async () => {
    const team = await service.team([{ status: "invited" }]);
    const [member] = team.members;
    const user = { ".tag": "team_member_id", team_member_id: member?.team_member_id ?? "" } as const;
    const lastLink = async (): Promise<string> => {
      await team.client.team.membersSendWelcomeEmail(user);
      return (await service.controls.listMails({ recipient: member?.email })).at(-1)?.link ?? "";
    };
    const link = await lastLink();
    await moveClock(service, 7 * day - 60_000);
    const page = await new Browser(service.url).open(link);
    expect(page.text).toContain("Join the team");
    await moveClock(service, 7 * day + 60_000);
    const late = await page.press("Join the team", { password: "battery staple" });
    expect([late.status, late.text.includes("no longer valid")]).toEqual([404, true]);
    const next = await new Browser(service.url).open(await lastLink());
    expect((await next.press("Join the team", { password: "battery staple" })).text).toContain("Welcome");
  });
});

test("a password has 12 to 128 characters of any kind, and is not easy to guess (OPS-18)", async () => {
  const email = "robin.stonemason@example.com";
  for (const [password, problem] of [
    ["eleven char", "at least 12 characters"],
    ["x".repeat(129), "at most 128 characters"],
    ["q1w2e3r4t5y6", "easy to guess"],
    ["Q1W2E3R4T5Y6", "easy to guess"],
    ["aaaaaaaaaaaa", "easy to guess"],
    ["PasswordPassword", "easy to guess"],
    ["robin.stonemason", "easy to guess"],
    ["robinstonemason1", "easy to guess"],
    ["password1234!", "easy to guess"],
    ["qwertyuiop123", "easy to guess"],
    ["CloudStorage2026", "easy to guess"],
  ] as const) {
    expect([password, await problemWithPassword(readSettings({}), password, email)]).toEqual([
      password,
      expect.stringContaining(problem),
    ]);
  }
  for (const password of ["twelve chars", "é 日本 😀 mixed", "battery staple", `${"long ".repeat(25)}end`]) {
    expect([password, await problemWithPassword(readSettings({}), password, email)]).toEqual([password, undefined]);
  }
});

test("a password from a list of breached passwords is rejected (OPS-18)", async () => {
  const list = join(emptyFolder(), "passwords.txt");
  const sha1 = (text: string): string => createHash("sha1").update(text).digest("hex").toUpperCase();
  const breached = Array.from({ length: 100 }, (_, index) => `battery staple ${index}`);
  const lines = breached.map((password, index) => `${sha1(password)}:${10 ** (index % 8)}`).sort();
  for (const text of [`${lines.join("\r\n")}\r\n`, lines.join("\n")]) {
    writeFileSync(list, text);
    for (const password of breached) {
      expect([password, await isBreached(password, list)]).toEqual([password, true]);
      expect([password, await isBreached(`${password}!`, list)]).toEqual([password, false]);
    }
  }
  const settings = readSettings({ BREACHED_PASSWORDS: list });
  expect(await problemWithPassword(settings, "battery staple 7", newEmail())).toContain("data breach");
  expect(await problemWithPassword(settings, "battery staple", newEmail())).toBeUndefined();
  writeFileSync(list, "");
  expect(await isBreached("battery staple", list)).toBe(false);
});

describeOwnService(
  "limits for people",
  (service) => {
    test("a network can create a limited number of accounts in an hour", async () => {
      const app = await addApp(service);
      let addresses = 0;
      const signUp = async (): Promise<Shown> => {
        const browser = new Browser(service.url, { "X-Forwarded-For": `2001:db8::${++addresses}` });
        const page = await (await browser.open(app.url())).follow("Sign up");
        const entered = { given_name: "Robin", surname: "Doe", email: newEmail(), password: "battery staple" };
        return page.press("Sign up", entered);
      };
      expect([(await signUp()).status, (await signUp()).status]).toEqual([200, 200]);
      const refused = await signUp();
      expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
      expect(refused.text).toContain("Too many accounts");
    });

    test("an account accepts at most a hundred wrong passwords in an hour", async () => {
      const app = await addApp(service);
      const robin = await addPerson(service);
      vi.useFakeTimers({ toFake: ["Date"] });
      onTestFinished(() => void vi.useRealTimers());
      const start = Math.floor(Date.now() / 3_600_000) * 3_600_000 + 1_000;
      const statuses = [];
      const page = await robin.browser.open(app.url());
      for (let guess = 0; guess < 101; guess++) {
        vi.setSystemTime(start + Math.floor(guess / 10) * 60_000);
        statuses.push((await page.press("Log in", { email: robin.email, password: "x" })).status);
      }
      expect(new Set(statuses.slice(0, 100))).toEqual(new Set([400]));
      expect(statuses[100]).toBe(429);
      vi.setSystemTime(start + 3_600_000);
      expect((await robin.visit(app.url())).status).toBe(200);
    });
  },
  { SIGN_UPS_PER_HOUR: "2", TRUST_PROXY: "1" },
);

describeOwnService(
  "webhooks, where private networks are not allowed",
  (service) => {
    test("webhooks are not registered at addresses of private networks, in any notation", async () => {
      const receiver = await startReceiver();
      const app = await addApp(service, { kind: "team" });
      const { port } = new URL(receiver.url);
      for (const url of [
        receiver.url,
        `http://localhost:${port}/`,
        `http://[::1]:${port}/`,
        `https://2130706433:${port}/`,
        "https://0x7f.1/",
        "https://10.1.2.3/",
        "https://[::ffff:192.168.0.1]/",
        "https://169.254.169.254/latest/meta-data",
      ]) {
        const response = await webhooks(service, app, "PUT", { url });
        const text = await response.text();
        expect([url, response.status, text]).toEqual([url, 400, expect.stringContaining("private network")]);
      }
    });

    test("webhooks are not delivered to a name that has resolved to a private address since the registration", async () => {
      const receiver = await startReceiver();
      const { id, members } = await service.team([{ status: "invited" }]);
      const app = await addApp(service, { kind: "team", permissions: ["Team member management"] });
      await service.controls.issueToken({ app_key: app.key, owner: { ".tag": "team_id", team_id: id } });
      const url = receiver.url.replace("127.0.0.1", "localhost");
      await service.storage.setWebhook({ app_key: app.key, url });
      await service.controls.acceptInvitation({ team_member_id: members[0]?.team_member_id ?? "" });
      await vi.waitFor(
        async () => expect(await service.storage.listNotifications({ app_key: app.key })).toEqual([]),
        500_000,
      );
      expect(receiver.received).toEqual([]);
    });
  },
  { WEBHOOK_PRIVATE_NETWORKS: "0", WEBHOOK_RETRY_DELAY: "1" },
);

test("addresses are private according to the registries of IANA", () => {
  const hidden = [
    "127.0.0.1",
    "10.0.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "::1",
  ];
  const embedded = [
    "::ffff:10.0.0.1",
    "64:ff9b::a00:1",
    "fe80::1",
    "fd00::1",
    "2002:a00:1::",
    "ff02::1",
    "2001:db8::1",
  ];
  const open = ["8.8.8.8", "172.32.0.1", "192.0.3.1", "2606:4700::1111", "2a00:1450::1"];
  expect([...hidden, ...embedded].filter((address) => !isPrivateAddress(address))).toEqual([]);
  expect(open.filter(isPrivateAddress)).toEqual([]);
});

test("a connection to a name with a private address fails", async () => {
  const failure = await new Promise((done) => lookupPublic("localhost", { all: false }, done));
  expect(failure).toMatchObject({ name: "PrivateAddress" });
});
