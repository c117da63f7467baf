import type { Page } from "playwright-core";
import { expect, onTestFinished, test, vi } from "vitest";
import { describeInChromium } from "../../test/browser/chromium.js";
import { Violations, withoutPolicy } from "./support/accessibility.js";
import { choose, serveConsole } from "./support/console.js";
import { person } from "./support/people.js";
import { describeService, type TestedService } from "./support/service.js";

describeInChromium("passkeys in a browser", (browser) => {
  describeService("the account pages", (service) => {
    /** The service at the host to which passkeys belong. */
    const onLocalhost = (): TestedService =>
      Object.create(service, { url: { value: `http://localhost:${new URL(service.url).port}` } }) as TestedService;

    test("passkeys open the admin console, and are asked for again in another tab before it removes a member (OPS-11)", async () => {
      const local = onLocalhost();
      const team = await service.team([{ given_name: "Bo", surname: "Arch" }]);
      const { email } = await person(service, team.admin.account_id, team.admin.email);
      const url = await serveConsole(local, local.url, 10_000);
      const context = await browser().newContext();
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(error.message));
      const authenticator = await addAuthenticator(page);
      await page.goto(`${local.url}/account`);
      await enterPassword(page, email);
      await page.getByRole("link", { name: "Passkeys" }).click();
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await page.getByRole("button", { name: "Add the passkey" }).click();
      await page.getByRole("link", { name: "I have stored the codes" }).click();
      await page.getByRole("link", { name: "Your account" }).click();
      await page.getByRole("button", { name: "Log out", exact: true }).click();

      await page.goto(url);
      await page.getByRole("link", { name: "Log in" }).click();
      await enterPassword(page, email);
      await page.getByRole("button", { name: "Use a passkey" }).click();
      await page.getByRole("button", { name: "Allow" }).click();
      await page.getByRole("table", { name: "Members" }).waitFor();

      vi.useFakeTimers({ toFake: ["Date"] });
      onTestFinished(() => void vi.useRealTimers());
      vi.setSystemTime(Date.now() + 11 * 60_000);
      await choose(page, "Bo Arch", "Remove from team");
      await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
      const opening = context.waitForEvent("page");
      await page.getByRole("link", { name: "Confirm in a new tab" }).click();
      const tab = await opening;
      await tab.getByRole("button", { name: "Use a passkey" }).waitFor();
      await authenticator.copyTo(tab);
      await tab.getByRole("button", { name: "Use a passkey" }).click();
      await page.getByRole("status").getByText("Bo Arch was removed.").waitFor();
      await vi.waitUntil(() => tab.isClosed(), { timeout: 500_000 });
      expect(problems).toEqual([]);
    });

    test("axe finds no violation on the pages of passkeys, on narrow and wide screens, light and dark (OPS-11)", async () => {
      const { url } = onLocalhost();
      const { admin } = await service.team();
      const { email } = await person(service, admin.account_id, admin.email);
      const context = await browser().newContext(withoutPolicy);
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const violations = new Violations(page);
      await addAuthenticator(page);
      await page.goto(`${url}/account`);
      await enterPassword(page, email);
      await page.getByRole("link", { name: "security" }).click();
      await violations.check("team security");
      await page.getByRole("button", { name: "Require passkeys of administrators" }).click();
      await page.getByRole("link", { name: "Passkeys" }).click();
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await violations.check("new passkey");
      await page.getByRole("button", { name: "Add the passkey" }).click();
      await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
      await violations.check("recovery codes");
      await page.getByRole("link", { name: "I have stored the codes" }).click();
      await page.getByText("Chrome on Linux").click();
      await violations.check("passkeys");
      await page.goto(`${url}/account`);
      await page.getByRole("button", { name: "Log out", exact: true }).click();
      await enterPassword(page, email);
      await page.getByText("Use a recovery code instead").click();
      await violations.check("second factor");
      expect(violations.found).toEqual([]);
    });
  });
});

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("button", { name: "Log in" }).click();
}

/** An authenticator of a page. */
interface PageAuthenticator {
  /** Gives another page an authenticator with the same passkeys. */
  readonly copyTo: (page: Page) => Promise<void>;
}

/** Gives a page an authenticator whose user agrees to everything. */
async function addAuthenticator(page: Page): Promise<PageAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", { options });
  return {
    async copyTo(other) {
      const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId });
      const target = await other.context().newCDPSession(other);
      await target.send("WebAuthn.enable");
      const added = await target.send("WebAuthn.addVirtualAuthenticator", { options });
      for (const credential of credentials) {
        await target.send("WebAuthn.addCredential", { authenticatorId: added.authenticatorId, credential });
      }
    },
  };
}
