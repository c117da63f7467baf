import type { Page } from "playwright-core";
import { expect, onTestFinished, test, vi } from "vitest";
import { describeInChromium } from "../../test/browser/chromium.js";
import { Violations, violationsEverywhere, withoutPolicy } from "./support/accessibility.js";
import { choose, serveConsole } from "./support/console.js";
import { addPerson, person } from "./support/people.js";
import { describeService, type TestedService } from "./support/service.js";

describeInChromium("passkeys in a browser", (browser) => {
  describeService("the account pages", (service) => {
    test("let people add a passkey, and log in with it (OPS-11)", async () => {
      const site = `http://localhost:${new URL(service.url).port}`;
      const robin = await addPerson(service);
      const context = await browser().newContext();
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("console", (message) => problems.push(message.text()));
      await addAuthenticator(page);
      await page.goto(`${site}/account`);
      await enterPassword(page, robin.email);
      await page.getByRole("link", { name: "Passkeys" }).click();
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await page.getByRole("button", { name: "Add the passkey" }).click();
      await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
      await page.getByRole("link", { name: "I have stored the codes" }).click();
      await page.getByRole("link", { name: "Your account" }).click();
      await page.getByRole("button", { name: "Log out", exact: true }).click();

      await enterPassword(page, robin.email);
      await page.getByRole("button", { name: "Use a passkey" }).click();
      await page.getByRole("heading", { name: "Your account" }).waitFor();
      expect(problems).toEqual([]);
    });

    test("let administrators confirm who they are in another tab, and the console then removes the member (OPS-11)", async () => {
      const local = Object.create(service, {
        url: { value: `http://localhost:${new URL(service.url).port}` },
      }) as TestedService;
      const team = await service.team([{ given_name: "Bo", surname: "Arch" }]);
      const { email } = await person(service, team.admin.account_id, team.admin.email);
      const url = await serveConsole(local, local.url, 10_000);
      const context = await browser().newContext(withoutPolicy);
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const authenticator = await addAuthenticator(page);
      const violations = new Violations(page);
      await page.goto(`${local.url}/account`);
      await enterPassword(page, email);
      await page.getByRole("link", { name: "security" }).click();
      await page.getByRole("button", { name: "Require passkeys of administrators" }).click();
      await page.getByText("Your team requires its administrators to have a passkey.").waitFor();
      await violations.check("account without the passkey that is required");
      await page.goto(url);
      await page.getByRole("link", { name: "Log in" }).click();
      await violations.check("no passkeys");
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await page.getByLabel("Name").fill("Phone");
      await violations.check("new passkey");
      await page.getByRole("button", { name: "Add the passkey" }).click();
      await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
      await violations.check("recovery codes");
      await page.getByRole("link", { name: "I have stored the codes" }).click();
      await page.getByRole("button", { name: "Allow" }).click();
      await page.getByRole("table", { name: "Members" }).waitFor();

      vi.useFakeTimers({ toFake: ["Date"] });
      onTestFinished(() => void vi.useRealTimers());
      vi.setSystemTime(Date.now() + 11 * 60_000);
      await choose(page, "Bo Arch", "Remove from team");
      await page.getByRole("checkbox", { name: "Delete the team’s files" }).check();
      await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
      const link = page.getByRole("link", { name: "Confirm in a new tab" });
      await link.waitFor();
      await violations.check("dialog that asks for a confirmation");
      const opening = context.waitForEvent("page");
      await link.click();
      const tab = await opening;
      await tab.getByText("Use a recovery code instead").click();
      expect(await violationsEverywhere(tab)).toEqual([]);
      await authenticator.copyTo(tab);
      await tab.getByRole("button", { name: "Use a passkey" }).click();
      await page.getByRole("status").getByText("Bo Arch was removed.").waitFor();
      await page.goto(`${local.url}/account`);
      await page.getByRole("link", { name: "Passkeys" }).click();
      await page.getByText("Phone").click();
      await violations.check("passkeys");
      await page.goto(`${local.url}/account/team-security`);
      await violations.check("team security");
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
