import { expect, onTestFinished, test, vi } from "vitest";
import { Authenticator } from "./support/authenticator.js";
import { Browser, type Shown } from "./support/browser.js";
import { addApp, addPerson, person, urlParameters, type TestedPerson } from "./support/people.js";
import { describeOwnService, moveClock } from "./support/service.js";

const password = "correct horse";
const minute = 60_000;

/** Somebody with a passkey, who is logged in. */
interface Owner extends TestedPerson {
  readonly authenticator: Authenticator;
  readonly codes: readonly string[];
}

describeOwnService("passkeys", (service) => {
  const newAuthenticator = (): Authenticator => new Authenticator(`http://localhost:${new URL(service.url).port}`);

  async function logIn({ email }: TestedPerson, browser = new Browser(service.url)): Promise<Shown> {
    return (await browser.open("/account")).press("Log in", { email, password });
  }

  async function openPasskeys({ browser }: TestedPerson): Promise<Shown> {
    return (await browser.open("/account")).follow("Passkeys");
  }

  /** Adds a passkey. Returns the page with the recovery codes or, if it is not the first passkey, the list. */
  async function addPasskey(person: TestedPerson, authenticator: Authenticator): Promise<Shown> {
    const form = await (await openPasskeys(person)).press("Add a passkey");
    return form.press("Add the passkey", { credential: authenticator.create(form), name: "Key ring" });
  }

  async function addOwner(): Promise<Owner> {
    const robin = await addPerson(service);
    await logIn(robin, robin.browser);
    const authenticator = newAuthenticator();
    return { ...robin, authenticator, codes: readCodes(await addPasskey(robin, authenticator)) };
  }

  test("passkeys are the second factor of a log-in, and the password alone opens nothing (OPS-11)", async () => {
    const robin = await addPerson(service);
    const authenticator = newAuthenticator();
    await logIn(robin, robin.browser);
    expect(readCodes(await addPasskey(robin, authenticator))).toHaveLength(10);
    expect((await robin.browser.open("/account")).text).toMatch(/Passkeys<\/a>:\s+1/);

    const browser = new Browser(service.url);
    const page = await logIn(robin, browser);
    expect(page.text).toContain("Confirm that it is you");
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
    const overview = await browser.open("/account");
    expect(overview.text).toContain("Forgot your password?");
    expect(overview.headers.get("content-security-policy")).not.toContain("script-src");
    const before = browser.cookie;
    const done = await page.press("Use a passkey", { credential: authenticator.use(page) });
    expect([done.url, done.text.includes(robin.email)]).toEqual([`${service.url}/account`, true]);
    expect(browser.cookie).not.toBe(before);
  });

  test("passkeys are also asked for when an app is connected, which then gets its code (OPS-11)", async () => {
    const { email, authenticator } = await addOwner();
    const app = await addApp(service);
    const browser = new Browser(service.url);
    const page = await (await browser.open(app.url())).press("Log in", { email, password });
    expect((await browser.open(app.url())).text).toContain("Log in to connect");
    const consent = await page.press("Use a passkey", { credential: authenticator.use(page) });
    expect(urlParameters((await consent.press("Allow")).url)).toHaveProperty("code");
  });

  test("passkeys are refused for another origin or relying party, and if they count backwards (OPS-11)", async () => {
    const owner = await addOwner();
    const page = await logIn(owner);
    const { authenticator } = owner;
    const deviations = [
      { origin: service.url },
      { origin: "https://evil.example" },
      { relyingPartyId: "evil.example" },
      { count: 1 },
    ];
    for (const deviation of deviations) {
      const again = await logIn(owner);
      const refused = await again.press("Use a passkey", { credential: authenticator.use(again, deviation) });
      expect([refused.status, refused.text.includes("not accepted")]).toEqual([400, true]);
    }
    const done = await page.press("Use a passkey", { credential: authenticator.use(page, { count: 2 }) });
    expect(done.text).toContain("Your account");
    const form = await (await openPasskeys(owner)).press("Add a passkey");
    const foreign = newAuthenticator().create(form, { relyingPartyId: "evil.example" });
    expect((await form.press("Add the passkey", { credential: foreign })).status).toBe(400);
  });

  test("passkeys answer a challenge once, within ten minutes, in the browser that got it (OPS-11)", async () => {
    const owner = await addOwner();
    const { authenticator } = owner;
    const browser = new Browser(service.url);
    const page = await logIn(owner, browser);
    const other = await logIn(owner);
    const elsewhere = await other.press("Use a passkey", { credential: authenticator.use(page) });
    expect([elsewhere.status, elsewhere.text.includes("That took too long.")]).toEqual([400, true]);
    for (const deviation of [{ origin: "https://evil.example" }, {}]) {
      expect((await page.press("Use a passkey", { credential: authenticator.use(page, deviation) })).status).toBe(400);
    }
    const next = await logIn(owner, browser);
    expect((await next.press("Use a passkey", { credential: authenticator.use(next) })).text).toContain("Your account");

    const late = await logIn(owner);
    const inTime = authenticator.use(late);
    await moveClock(service, 10 * minute + 1);
    expect((await late.press("Use a passkey", { credential: inTime })).text).toContain("Forgot your password?");
    await moveClock(service, 0);
    for (const malformed of ["", "{", "null", "{}", '{"response":{}}', '{"response":{"clientDataJSON":"bnVsbA"}}']) {
      expect((await late.press("Use a passkey", { credential: malformed })).status).toBe(400);
    }
  });

  test("passkeys open only the account to which they belong (OPS-11)", async () => {
    const [robin, kim] = [await addOwner(), await addOwner()];
    const page = await logIn(robin);
    const refused = await page.press("Use a passkey", { credential: kim.authenticator.use(page) });
    expect([refused.status, refused.text.includes("does not belong")]).toEqual([400, true]);
    expect((await page.press("Use the code", { recovery_code: kim.codes[0] ?? "" })).status).toBe(400);
    const form = await (await openPasskeys(kim)).press("Add a passkey");
    const taken = await form.press("Add the passkey", { credential: kim.authenticator.create(form) });
    expect([taken.status, taken.text.includes("was added before")]).toEqual([400, true]);
  });

  test("passkeys can be replaced by a recovery code, once, until there are new ones (OPS-11)", async () => {
    const owner = await addOwner();
    const [first = "", second = ""] = owner.codes;
    const page = await logIn(owner);
    expect((await page.press("Use the code", { recovery_code: "wrong" })).status).toBe(400);
    const written = ` ${first.toUpperCase().replaceAll("-", " ")}`;
    expect((await page.press("Use the code", { recovery_code: written })).text).toContain("Your account");
    const again = await logIn(owner);
    expect((await again.press("Use the code", { recovery_code: first })).status).toBe(400);
    const list = await openPasskeys(owner);
    expect(list.text).toContain("9 codes are left");
    const fresh = readCodes(await list.press("Get new recovery codes"));
    expect(fresh).toHaveLength(10);
    expect((await again.press("Use the code", { recovery_code: second })).status).toBe(400);
    expect((await again.press("Use the code", { recovery_code: fresh[0] ?? "" })).text).toContain("Your account");
  });

  test("passkeys are listed with names, and the password alone opens the account after the last one is removed (OPS-11)", async () => {
    const owner = await addOwner();
    const second = newAuthenticator();
    const list = await addPasskey(owner, second);
    expect(list.text.match(/<summary>Key ring<\/summary>/g)).toHaveLength(2);
    const renamed = await list.press("Rename", { name: "<b>Phone</b>" });
    expect(renamed.text).toContain("<summary>&lt;b&gt;Phone&lt;/b&gt;</summary>");
    const one = await renamed.press("Remove");
    expect([one.text.includes("Phone"), one.text.includes("Key ring")]).toEqual([false, true]);
    const none = await one.press("Remove");
    expect(none.text).not.toContain("Recovery codes");
    expect((await logIn(owner)).text).toContain("Your account");
  });

  test("passkeys or, without one, the password confirm who adds or removes passkeys more than ten minutes after the log-in (OPS-11)", async () => {
    const robin = await addPerson(service);
    await logIn(robin, robin.browser);
    await moveClock(service, 10 * minute + 1);
    const question = await (await openPasskeys(robin)).press("Add a passkey");
    expect(question.text).toContain("You are logged in as");
    expect((await question.press("Confirm", { current_password: "wrong" })).text).toContain("The password is wrong.");
    const before = robin.browser.cookie;
    const form = await question.press("Confirm", { current_password: password });
    expect([form.text.includes("Add the passkey"), robin.browser.cookie === before]).toEqual([true, false]);
    const [first, second] = [newAuthenticator(), newAuthenticator()];
    await form.press("Add the passkey", { credential: first.create(form) });

    await moveClock(service, 21 * minute);
    const list = await openPasskeys(robin);
    for (const button of ["Add a passkey", "Remove", "Get new recovery codes"]) {
      expect((await list.press(button)).text).toContain("Use a passkey");
    }
    // A challenge for using a passkey is none for adding one.
    const asked = await list.press("Add a passkey");
    const stolen = { ...hiddenFields(asked), credential: second.create(asked) };
    const added = await robin.browser.open("/account/passkeys/add", new URLSearchParams(stolen));
    expect(added.status).toBe(400);
    // Nor does the answer have a challenge for adding one.
    expect(added.text).toContain("Use a passkey");
    expect(added.text).not.toContain("Add the passkey");
    const removal = await list.press("Remove");
    const credential = first.use(removal);
    await moveClock(service, 32 * minute);
    expect((await removal.press("Use a passkey", { credential })).text).toContain("That took too long.");
    const again = await list.press("Remove");
    const done = await again.press("Use a passkey", { credential: first.use(again) });
    expect([done.url.includes("/account/passkeys"), done.text.includes("Key ring")]).toEqual([true, false]);
  });

  test("passkeys are added only to the account for which the identity was confirmed, in a browser that is logged in to several (OPS-11)", async () => {
    const app = await addApp(service);
    const [robin, other] = [await addPerson(service), await addPerson(service)];
    const page = await robin.visit(app.url());
    await moveClock(service, 11 * minute);
    await (await page.follow("Use another account")).press("Log in", { email: other.email, password });
    const list = await robin.browser.open(`/account/passkeys?account=${encodeURIComponent(other.accountId)}`);
    const form = await list.press("Add a passkey");
    const credential = newAuthenticator().create(form);
    const refused = await form.press("Add the passkey", { account: robin.accountId, credential });
    expect([refused.status, refused.text.includes("Confirm that it is you")]).toEqual([400, true]);
    expect(refused.text).toContain(robin.email);
    const own = await robin.browser.open(`/account/passkeys?account=${encodeURIComponent(robin.accountId)}`);
    expect(own.text).toContain("requires it as well as the password");
  });

  test("passkeys or the password confirm who ends sessions and disconnects team apps, and what was begun is done (OPS-11)", async () => {
    const team = await service.team();
    const admin = await person(service, team.admin.account_id, team.admin.email);
    const other = new Browser(service.url);
    await logIn(admin, other);
    await logIn(admin, admin.browser);
    await moveClock(service, 11 * minute);
    const question = await (await admin.browser.open("/account")).press("Log out");
    expect((await other.open("/account")).text).toContain("Your account");
    await question.press("Confirm", { current_password: password });
    expect((await other.open("/account")).text).toContain("Forgot your password?");
    await moveClock(service, 22 * minute);
    const apps = await admin.browser.open("/account/team-apps");
    const asked = await apps.press("Disconnect");
    expect((await admin.browser.open("/account/team-apps")).text).not.toContain("No apps are connected");
    expect((await asked.press("Confirm", { current_password: password })).text).toContain("No apps are connected");
  });

  test("passkeys or the password confirm connecting an app to a team, and log-ins that an app requires to be recent (OPS-11)", async () => {
    const team = await service.team();
    const admin = await person(service, team.admin.account_id, team.admin.email);
    const app = await addApp(service, { kind: "team" });
    const fresh = await admin.visit(app.url());
    await moveClock(service, 11 * minute);
    const question = await fresh.press("Allow");
    expect(question.text).toContain("Confirm that it is you");
    const { url } = await question.press("Confirm", { current_password: password });
    expect(urlParameters(url)).toHaveProperty("code");
    const lately = `${app.url()}&max_age=60`;
    expect(urlParameters((await admin.browser.open(lately)).url)).toHaveProperty("code");
    await moveClock(service, 13 * minute);
    expect(urlParameters((await admin.browser.open(app.url())).url)).toHaveProperty("code");
    const asked = await admin.browser.open(lately);
    expect(asked.text).toContain("Confirm that it is you");
    expect(urlParameters((await asked.press("Confirm", { current_password: password })).url)).toHaveProperty("code");
    expect(urlParameters((await admin.browser.open(`${app.url()}&max_age=x`)).url)["error"]).toBe("invalid_request");
  });

  test("passkeys are required of administrators if their team says so, and those without one are asked to add it (OPS-11)", async () => {
    const team = await service.team([{}]);
    const [member] = team.members;
    const admin = await person(service, team.admin.account_id, team.admin.email);
    const other = await person(service, member?.account_id ?? "", member?.email ?? "");
    await logIn(admin, admin.browser);
    const settings = await admin.browser.open("/account/team-security");
    expect(settings.text).toMatch(new RegExp(`${admin.email}.*No passkey`, "s"));
    const required = await settings.press("Require passkeys of administrators");
    expect(required.text).toContain("Your team requires its administrators to have a passkey.");
    for (const page of ["audit", "team-apps", "team-security"]) {
      expect((await admin.browser.open(`/account/${page}`)).url).toBe(`${service.url}/account`);
    }
    expect((await logIn(other)).text).toContain("Your account");
    expect((await logIn(admin)).text).toMatch(/<h1>Passkeys<\/h1>.*Your team requires/s);

    const app = await addApp(service, { kind: "team" });
    const browser = new Browser(service.url);
    const list = await (await browser.open(app.url())).press("Log in", { email: admin.email, password });
    expect(list.text).toContain("Your team requires");
    expect((await browser.open(`${app.url()}&force_reapprove=true`)).text).toContain("Your team requires");
    const form = await list.press("Add a passkey");
    const codes = await form.press("Add the passkey", { credential: newAuthenticator().create(form) });
    const consent = await codes.follow("I have stored the codes");
    expect(urlParameters((await consent.press("Allow")).url)).toHaveProperty("code");
    expect((await browser.open("/account/audit")).text).toContain("Audit log");
    const optional = await (await browser.open("/account/team-security")).press("Stop requiring passkeys");
    expect(optional.text).toContain("Require passkeys of administrators");
    const elsewhere = `/account/passkeys?account=${encodeURIComponent(admin.accountId)}&next=https://evil.example`;
    expect((await browser.open(elsewhere)).text).not.toContain("evil");
  });

  test("passkeys and recovery codes are in the audit trail: added, named, used, refused and removed (OPS-11, OPS-20)", async () => {
    const team = await service.team();
    const admin = await person(service, team.admin.account_id, team.admin.email);
    await logIn(admin, admin.browser);
    const authenticator = newAuthenticator();
    const [code = ""] = readCodes(await addPasskey(admin, authenticator));
    const page = await logIn(admin);
    await page.press("Use the code", { recovery_code: "wrong" });
    await page.press("Use the code", { recovery_code: code });
    const again = await logIn(admin);
    const wrong = authenticator.use(again, { origin: "https://evil.example" });
    const refused = await again.press("Use a passkey", { credential: wrong });
    await refused.press("Use a passkey", { credential: authenticator.use(refused) });
    await (await (await openPasskeys(admin)).press("Rename", { name: "Phone" })).press("Get new recovery codes");
    await moveClock(service, 11 * minute);
    const question = await (await openPasskeys(admin)).press("Remove");
    await question.press("Use a passkey", { credential: authenticator.use(question) });

    const { text } = await admin.browser.open("/account/audit/export?format=ndjson");
    const events = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string; account_id: string; actor: Record<string, string> | null });
    const found = events.filter(({ event }) => /^(passkey|recovery|log-in changed)/.test(event));
    expect(found.map(({ event, actor }) => [event, actor?.["through"]])).toEqual([
      ["passkey added", "/account/passkeys"],
      ["recovery codes made", "/account/passkeys"],
      ["recovery code refused", "/account/log-in/passkey"],
      ["recovery code used", "/account/log-in/passkey"],
      ["passkey refused", "/account/log-in/passkey"],
      ["passkey used", "/account/log-in/passkey"],
      ["passkey changed", "/account/passkeys"],
      ["recovery codes made", "/account/passkeys"],
      ["passkey used", "/account/passkeys"],
      ["log-in changed", "/account/passkeys"],
      ["passkey removed", "/account/passkeys"],
    ]);
    expect(
      found.every(({ account_id, actor }) => account_id === admin.accountId && actor?.["address"] === "127.0.0.1"),
    ).toBe(true);
    expect(text).not.toContain(code);
  });

  test("passkeys and recovery codes can be guessed as seldom as passwords (OPS-11, OPS-14)", async () => {
    vi.useFakeTimers({ toFake: ["Date"] }); // attempts are counted anew in each minute
    onTestFinished(() => void vi.useRealTimers());
    const owner = await addOwner();
    vi.setSystemTime(Math.floor(Date.now() / minute) * minute + 15_000);
    const page = await logIn(owner);
    for (let attempt = 0; attempt < 12; attempt++) {
      const { status } = await page.press("Use the code", { recovery_code: "wrong" });
      expect(status).toBe(attempt < 10 ? 400 : 429);
    }
    expect((await page.press("Use the code", { recovery_code: owner.codes[0] ?? "" })).status).toBe(429);
  });
});

/** The values of the hidden fields of the first form of a page. */
function hiddenFields({ text }: Shown): Record<string, string> {
  const [form = ""] = /<form.*?<\/form>/s.exec(text) ?? [];
  const fields = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value]));
}

function readCodes({ text }: Shown): string[] {
  return text.match(/\b(?:\w{4}-){5}\w{4}\b/g) ?? [];
}
