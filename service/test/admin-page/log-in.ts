import type { Browser } from "playwright-core";
import { expect, test } from "vitest";
import { openConsole, openConsoleLoggedIn, password } from "../support/console.js";
import type { TestedService } from "../support/service.js";

/** Defines the tests of the log-in and the log-out. */
export function testLogIn(service: TestedService, browser: () => Browser): void {
  test("the admin console keeps the team token on its server, and requires access to be granted", async () => {
    const { page, team } = await openConsole(service, browser());
    const seen: string[] = [];
    page.on("response", (response) => {
      void response.text().then(
        (text) => seen.push(text, JSON.stringify(response.headers())),
        () => undefined,
      );
    });
    await page.getByRole("link", { name: "Log in" }).click();
    await page.getByLabel("Email").fill(team.admin.email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("button", { name: "Deny" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByRole("link", { name: "Log in" }).click();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByText("Masons").waitFor();
    expect(seen.join("\n")).toContain("Masons");
    expect(seen.join("\n")).not.toMatch(/cst\./); // as tokens begin
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByRole("link", { name: "Log in" }).waitFor();
  });

  test("after a session has ended, the user logs in again and returns to the same place", async () => {
    const { page, team } = await openConsoleLoggedIn(service, browser());
    await page.getByRole("link", { name: "Team folders" }).click();
    await page.getByText("No team folders yet").waitFor();
    await page.context().clearCookies();
    await page.getByRole("link", { name: "Devices" }).click();
    await page.getByText("Your session has ended.").waitFor();
    expect(await page.title()).toBe("Log in · Admin console");
    await page.getByRole("link", { name: "Log in" }).click();
    await page.getByLabel("Email").fill(team.admin.email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("heading", { name: "Devices" }).waitFor();
  });

  test("a log-out that fails at the service is reported", async () => {
    const { page } = await openConsoleLoggedIn(service, browser());
    await page.route("**/logout", async (route) => {
      await page.context().clearCookies(); // the console ends its own session before it calls the service
      await route.fulfill({ status: 502 });
    });
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByRole("alert").getByText("The log-out did not complete").waitFor();
  });

  test("a log-out that does not reach the console's server is reported", async () => {
    const { page } = await openConsoleLoggedIn(service, browser());
    await page.route("**/logout", (route) => route.abort());
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByText("The log-out failed, and you are still logged in.").waitFor();
  });
}
