import { expect, onTestFinished, test, vi } from "vitest";
import { Browser } from "./support/browser.js";
import { addApp, addPerson, type TestedApp, type TestedPerson } from "./support/people.js";
import { describeOwnService, newEmail } from "./support/service.js";

describeOwnService(
  "log-ins through a proxy with HTTPS",
  (service) => {
    /** Stops the clock in the middle of a minute, because attempts are counted anew in each. */
    function stopClock(): void {
      vi.useFakeTimers({ toFake: ["Date"] });
      onTestFinished(() => void vi.useRealTimers());
      vi.setSystemTime(Math.floor(Date.now() / 60_000) * 60_000 + 15_000);
    }

    async function guess(app: TestedApp, email: string, network: string): Promise<number> {
      const browser = new Browser(service.url, { "X-Forwarded-For": network });
      return (await (await browser.open(app.url())).press("Log in", { email, password: "wrong" })).status;
    }

    async function logIn(app: TestedApp, { email, browser }: TestedPerson): Promise<number> {
      const form = await (await browser.open(app.url())).follow("Use another account");
      return (await form.press("Log in", { email, password: "correct horse" })).status;
    }

    test("log-ins through a proxy with HTTPS use cookies that only this host can set, and only over HTTPS, as for all responses (OPS-17)", async () => {
      const { headers } = await fetch(`${service.url}/account`);
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(/^__Host-session=\w{43}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      ]);
      const planted = new Browser(service.url);
      planted.cookie = `session=${"A".repeat(43)}`;
      await planted.open("/account");
      expect(planted.cookie).toMatch(/; __Host-session=(?!A{43})/);
      for (const path of ["/account", "/2/files/list_folder", "/pages.css"]) {
        const response = await fetch(`${service.url}${path}`);
        expect(response.headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
      }
      const client = service.clientWith(await service.userToken((await addPerson(service)).accountId));
      await client.files.upload({ path: "/a.txt" }, "a");
      const { link } = await client.files.getTemporaryLink({ path: "/a.txt" });
      expect(link).toMatch(/^https:\/\/files\.example\.com\/temporary\//);
    });

    test("log-ins by strangers do not lock out a browser in which the owner has logged in before (OPS-14)", async () => {
      stopClock();
      const app = await addApp(service);
      const robin = await addPerson(service);
      await robin.visit(app.url());
      for (let guesses = 0; guesses < 12; guesses++) {
        expect(await guess(app, robin.email, `198.51.100.${guesses}, 10.0.${guesses}.1`)).toBe(
          guesses < 10 ? 400 : 429,
        );
      }
      expect(await logIn(app, robin)).toBe(200);
      const elsewhere = new Browser(service.url);
      const form = await elsewhere.open(app.url());
      expect((await form.press("Log in", { email: robin.email, password: "correct horse" })).status).toBe(429);
      // The cookie is for that account only, and its browser has a limit as well.
      const other = await addPerson(service);
      const again = await (await robin.browser.open(app.url())).follow("Use another account");
      for (let guesses = 0; guesses < 11; guesses++) {
        const { status } = await again.press("Log in", { email: other.email, password: "wrong" });
        expect(status).toBe(guesses < 10 ? 400 : 429);
      }
      for (let guesses = 0; guesses < 11; guesses++) {
        const { status } = await again.press("Log in", { email: robin.email, password: "wrong" });
        expect(status).toBe(guesses < 10 ? 400 : 429);
      }
    });

    test("log-ins of many emails from one network are refused, and other networks are not (OPS-14)", async () => {
      stopClock();
      const app = await addApp(service);
      const emails = [
        newEmail(),
        ...(await Promise.all([1, 2, 3].map(() => addPerson(service)))).map(({ email }) => email),
      ];
      const statuses: number[] = [];
      for (let count = 0; count < 32; count++) {
        // One of them has no account. Most have one, because their passwords are cheap to check.
        const email = count === 0 ? emails[0] : emails[1 + (count % 3)];
        statuses.push(await guess(app, email ?? "", `203.0.113.${count}`));
      }
      expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), 429, 429]);
      expect(await guess(app, newEmail(), "203.0.114.1")).toBe(400);
    });
  },
  { TRUST_PROXY: "1", WEB_URL: "https://files.example.com" },
);
