import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { describeInChromium } from "../../test/browser/chromium.js";
import { addApp } from "./support/people.js";
import { describeService, newEmail } from "./support/service.js";

describeInChromium("the authorization page in a browser", (browser) => {
  describeService("without JavaScript", (service) => {
    test("the authorization page without JavaScript lets a user sign up and connect an app on another site (B-060, B-070, B-071)", async () => {
      const site = createServer((_request, response) => response.end("Connected.")).listen(0, "127.0.0.1");
      await once(site, "listening");
      onTestFinished(() => void site.close());
      const redirectUri = `http://localhost:${(site.address() as AddressInfo).port}/cb`;
      const app = await addApp(service, { name: "Photo Frame", redirect_uris: [redirectUri] });
      const context = await browser().newContext({ javaScriptEnabled: false });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("console", (message) => problems.push(message.text()));

      await page.goto(app.url({ redirectUri, state: "s" }));
      await page.getByRole("link", { name: "Sign up" }).click();
      await page.getByLabel("Given name").fill("Robin");
      await page.getByLabel("Surname").fill("Doe");
      await page.getByLabel("Email").fill(newEmail());
      await page.getByLabel("Password").fill("battery staple");
      await page.getByRole("button", { name: "Sign up" }).click();
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Connect Photo Frame?");
      expect(await page.getByRole("radio", { name: "Robin Doe" }).isChecked()).toBe(true);
      await page.getByRole("button", { name: "Allow" }).click();
      await page.waitForURL((url) => url.pathname === "/cb" && url.searchParams.has("code"));
      expect([...new URL(page.url()).searchParams.keys()].sort()).toEqual(["code", "iss", "state"]);
      expect(await page.textContent("body")).toBe("Connected.");
      await page.goto(app.url({ redirectUri, forceReapprove: true }));
      await page.getByRole("button", { name: "Deny" }).click();
      await page.waitForURL(/error=access_denied/);
      expect(problems).toEqual([]);
    });
  });
});
