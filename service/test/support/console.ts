import { serve, type ServerType } from "@hono/node-server";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { adminServer, type AdminSettings } from "../../admin/server/admin-server.js";
import { faultyProxy, type FaultyProxy } from "./faulty-proxy.js";
import type { TestedService, TestedTeam } from "./service.js";

export const password = "dressed stone";

/** The console in a browser, for the administrator of a new team. */
export interface TestedConsole {
  readonly page: Page;
  readonly team: TestedTeam;
  readonly url: string;
  /** What the console reaches the service through. */
  readonly proxy: FaultyProxy;
}

/** The options of a browser context, and of the server of the console. */
type ConsoleOptions = BrowserContextOptions & Pick<AdminSettings, "maxRows">;

/** Opens the console in a new context of a browser, for a new team with these members; nobody is logged in yet. */
export async function openConsole(
  service: TestedService,
  browser: Browser,
  members: readonly object[] = [],
  { maxRows = 10_000, ...options }: ConsoleOptions = {},
): Promise<TestedConsole> {
  const team = await service.team(members, { name: "Masons", licenses: 2_000 });
  await service.access.setPassword({ account_id: team.admin.account_id, password });
  const context = await browser.newContext(options);
  const page = await context.newPage();
  onTestFinished(() => context.close());
  const proxy = await faultyProxy(service.url);
  const url = await serveConsole(service, proxy.url, maxRows);
  await page.goto(url);
  return { page, team, url, proxy };
}

/** Opens the console and logs the administrator in. */
export async function openConsoleLoggedIn(...args: Parameters<typeof openConsole>): Promise<TestedConsole> {
  const opened = await openConsole(...args);
  await logIn(opened.page, opened.team.admin.email);
  return opened;
}

/** Logs in, and grants access. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.getByRole("link", { name: "Log in" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByRole("table", { name: "Members" }).waitFor();
}

/** Opens the menu of a row or a page, and chooses an item. */
export async function choose(page: Page, of: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${of}`, exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** Opens the menu for the selected rows, and chooses an item. */
export async function chooseForSelected(page: Page, item: string): Promise<void> {
  await choose(page, "selected rows", item);
}

/** Presses the button of the dialog that is open, and waits until it has closed. */
export async function confirm(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Serves the console, which calls the service at a URL, and registers it as an app. Returns the URL. */
export async function serveConsole(service: TestedService, serviceUrl: string, maxRows: number): Promise<string> {
  const { hostname } = new URL(service.url); // cookies of one host are sent to all its ports
  // The URL is known once it is served, and part of what is served.
  const handler = { fetch: (_request: Request): Response | Promise<Response> => new Response() };
  const server = await new Promise<ServerType>((done) => {
    const options = { fetch: (request: Request) => handler.fetch(request), port: 0, hostname };
    const starting = serve(options, () => done(starting));
  });
  onTestFinished(() => {
    server.close();
  });
  const url = `http://${hostname}:${(server.address() as AddressInfo).port}`;
  const { key: appKey, secret: appSecret } = await service.controls.addApp({
    name: "Admin console",
    kind: "team",
    permissions: ["Team information", "Team member management", "Team member file access"],
    redirect_uris: [`${url}/callback`],
    is_public: false,
  });
  const pageFolder = join(import.meta.dirname, "../../dist/admin/page");
  const app = adminServer({ serviceUrl, url, appKey, appSecret, pageFolder, maxRows });
  handler.fetch = (request) => app.fetch(request);
  return url;
}
