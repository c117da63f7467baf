import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { describeInChromium } from "../browser/chromium.js";
import { generatedPackage } from "../support/packages.js";
import { siteApi, siteNames, siteOptions, wholeSite } from "./sites.js";
import { siteUrl, violations, visit, writeSite } from "./visit-site.js";

const argument = "#try-it-argument";

/** A page whose explorer is open. */
async function explorer(browser: Browser, path: string, options?: Parameters<Browser["newPage"]>[0]): Promise<Page> {
  const page = await visit(browser, path, options);
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByRole("button", { name: "Send", exact: true }).waitFor();
  return page;
}

/** Sends, and returns the status and the body of the answer. */
async function send(page: Page): Promise<{ readonly status: string; readonly body: string }> {
  await page.locator(".answer").evaluate((answer) => answer.replaceChildren());
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const status = (await page.locator(".answer .status b").textContent()) ?? "";
  const [body = ""] = await page.locator(".answer pre").allTextContents();
  return { status, body };
}

async function typed(page: Page, json: unknown): Promise<string> {
  await page.locator(argument).fill(typeof json === "string" ? json : JSON.stringify(json));
  return (await page.locator("#try-it-check").textContent()) ?? "";
}

/** A server on a port of its own, for the rest of a test; returns its URL. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Directs the explorer to a host, with a token. */
async function directTo(page: Page, host: string): Promise<void> {
  await page.getByLabel("Send to").selectOption("live");
  await page.getByLabel("Host").fill(host);
  await page.getByLabel("Access token").fill("sesame");
}

describeInChromium("the explorer in Chromium, from file://", (browser) => {
  test("SITE-30: a page loads no script of the explorer before its use, then those of the namespaces it needs", async () => {
    const page = await visit(browser(), "files/routes/get_metadata.html");
    const scripts: string[] = [];
    page.on("request", (request) => scripts.push(request.url().replace(/^.*\/(?=explorer)/, "")));
    await page.reload();
    expect(scripts.filter((path) => path.startsWith("explorer"))).toEqual([]);
    await page.getByRole("button", { name: "Try it" }).click();
    await page.locator(argument).waitFor();
    expect(scripts.filter((path) => path.startsWith("explorer")).sort()).toEqual([
      "explorer.js",
      "explorer/async.js",
      "explorer/common.js",
      "explorer/files.js",
    ]);
  });

  test("SITE-26: the argument in the explorer is checked while it is typed, strictly, with the place and the reason", async () => {
    const page = await explorer(browser(), "files/routes/list_folder.html");
    expect(await page.locator("#try-it-check").textContent()).toBe("Valid");
    expect(await typed(page, { path: "" })).toBe("Valid");
    expect(await typed(page, { path: 3 })).toMatch(/^path: expected .*, found a number/);
    expect(await typed(page, { path: "", recursiv: true })).toContain("did you mean recursive?");
    expect(await typed(page, { pth: "" })).toBe("path: expected a string, found nothing; is pth misspelled?");
    expect(await typed(page, '{ "path": "", "path": "/a" }')).toBe('An object has the key "path" twice');
    expect(await typed(page, "{")).toMatch(/^Not JSON: /);
    expect(await page.locator(argument).getAttribute("aria-invalid")).toBe("true");
    expect(await send(page)).toMatchObject({ status: "400 Bad Request" });
  });

  test("SITE-26: examples, defaults and variants are written into the argument", async () => {
    const page = await explorer(browser(), "files/routes/upload.html");
    const json = async (): Promise<unknown> => JSON.parse(await page.locator(argument).inputValue()) as unknown;
    await typed(page, { path: "/a" });
    await page.getByRole("button", { name: "Fill in defaults" }).click();
    expect(await json()).toMatchObject({ path: "/a", mode: "add", autorename: false });
    await page.getByLabel("Variant of mode").selectOption("update");
    expect(await json()).toMatchObject({ path: "/a", mode: { ".tag": "update" } });
    expect(await page.locator("#try-it-check").textContent()).toBe("Valid");
    await page.getByLabel("Example", { exact: true }).selectOption({ index: 1 });
    expect(await page.locator("#try-it-check").textContent()).toBe("Valid");
    expect(await json()).not.toMatchObject({ path: "/a" });
  });

  test("SITE-23, SITE-26: the keyboard alone opens the explorer, sends, and gets an error", async () => {
    const page = await visit(browser(), "files/routes/get_metadata.html");
    await page.getByRole("button", { name: "Try it" }).focus();
    await page.keyboard.press("Enter");
    await page.locator(argument).focus();
    await page.keyboard.press("Control+Enter");
    expect(await page.locator(".answer .status b").textContent()).toBe("200 OK");
    await page.getByRole("button", { name: "Get this error" }).nth(1).focus();
    await page.keyboard.press("Enter");
    await page.locator(".answer .status b", { hasText: "409" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.className)).toBe("status");
  });

  test("SITE-26, SITE-27: the answer to an error has its path and its description", async () => {
    const page = await visit(browser(), "files/routes/get_metadata.html");
    await page
      .locator("li", { has: page.locator(".summary", { hasText: /^path\/not_found\/…$/ }) })
      .last()
      .getByRole("button", { name: "Get this error" })
      .click();
    await page.locator(".answer .status b", { hasText: "409 Conflict" }).waitFor();
    expect(await page.locator(".answer").textContent()).toMatch(/path\/not_found: There is nothing/);
    expect(await page.locator(".answer pre").textContent()).toContain('"error_summary": "path/not_found/');
    await page.getByLabel("Answer with").selectOption("429 Too Many Requests");
    expect(await send(page)).toMatchObject({ status: "429 Too Many Requests" });
  });

  test.each(siteNames)(
    "SITE-27: the Twin in the page answers each route of %s, and with each of its errors",
    async (name) => {
      const site = wholeSite(siteApi(name), siteOptions(name));
      const routes = siteApi(name).namespaces.flatMap((namespace) => namespace.routes);
      if (routes.length === 0) {
        return;
      }
      const sections = site.files.flatMap(({ text }) => /data-route="([^"]*)" data-script="([^"]*)"/.exec(text) ?? []);
      const pairs = sections.flatMap((_, index) => (index % 3 === 0 ? [sections.slice(index + 1, index + 3)] : []));
      const first = site.files.find(({ text }) => text.includes('id="try-it"'))?.path ?? "";
      const needed = site.files.filter(({ path }) => path === first || path.startsWith("explorer/"));
      const url = await writeSite(`explorer-${name}`, { ...site, files: needed });
      const page = await explorer(browser(), `${url}/${first}`);
      // Of a large API, some routes with two of their errors.
      const [chosen, most] = pairs.length > 100 ? [pairs.filter((_, index) => index % 8 === 0), 2] : [pairs, Infinity];
      expect(await page.evaluate(callAll, [chosen, most] as const)).toEqual([]);
    },
  );

  test("SITE-27: the Twin remembers the calls of earlier pages of the tab", async () => {
    const page = await explorer(browser(), "files/routes/list_folder.html");
    const { cursor } = JSON.parse((await send(page)).body) as { cursor: string };
    await page.goto(`${await siteUrl()}/files/routes/list_folder/continue.html`);
    await page.getByRole("button", { name: "Try it" }).click();
    await page.locator(argument).waitFor();
    await typed(page, { cursor });
    expect(await send(page)).toMatchObject({ status: "200 OK" });
    await page.getByRole("button", { name: "Forget earlier calls" }).click();
    expect(await send(page)).not.toMatchObject({ status: "200 OK" });
  });

  test("SITE-26: an upload sends a file, a download can be saved", async () => {
    const page = await explorer(browser(), "files/routes/upload.html");
    await page.getByLabel("Content").setInputFiles({
      name: "a.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("twelve bytes"),
    });
    expect(JSON.parse((await send(page)).body)).toMatchObject({ size: 12 });
    await page.goto(`${await siteUrl()}/files/routes/download.html`);
    await page.getByRole("button", { name: "Try it" }).click();
    const { body } = await send(page);
    const saved = page.waitForEvent("download");
    await page.getByRole("link", { name: "Save the content" }).click();
    const bytes = readFileSync(await (await saved).path());
    expect(bytes.byteLength).toBe((JSON.parse(body) as { size: number }).size);
  });

  test("SITE-28: a token goes into requests to the host, and nowhere else", async () => {
    const tokens: (string | undefined)[] = [];
    const host = await serve((request, response) => {
      tokens.push(request.headers.authorization);
      response.writeHead(request.method === "OPTIONS" ? 204 : 401, {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Headers": "authorization, content-type",
      });
      response.end("No");
    });
    const page = await explorer(browser(), "files/routes/get_metadata.html");
    await directTo(page, host);
    expect(await send(page)).toMatchObject({ status: "401 Unauthorized", body: "No" });
    expect(tokens).toContain("Bearer sesame");
    const kept = await page.evaluate(() =>
      JSON.stringify([location.href, document.documentElement.outerHTML, localStorage, sessionStorage]),
    );
    expect(kept).not.toContain("sesame");
    await page.reload();
    expect(await page.locator("body").textContent()).toContain("$TOKEN");
    expect(await page.content()).not.toContain("sesame");
  });

  test("SITE-29: what a browser refuses is explained; without preflight it works where the host answers", async () => {
    const { createTwin } = await generatedPackage("spec", "testing");
    const { toNodeListener } = await generatedPackage("spec", "server/node");
    const twin = toNodeListener(createTwin());
    const host = await serve((request, response) => {
      if (request.method === "OPTIONS") {
        response.writeHead(403).end();
      } else {
        twin(request, response);
      }
    });
    const page = await explorer(browser(), "files/routes/get_metadata.html");
    await directTo(page, host);
    expect(await send(page)).toMatchObject({ status: "No answer" });
    expect(await page.locator(".answer").textContent()).toContain("pages of other sites (CORS)");
    await page.getByRole("button", { name: "Send without a preflight request" }).click();
    await page.locator(".answer .status b", { hasText: "200 OK" }).waitFor();
  });

  test("SITE-29: a result in a header that the host does not expose is no error", async () => {
    const host = await serve((request, response) => {
      const headers = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*, authorization" };
      response.writeHead(request.method === "OPTIONS" ? 204 : 200, { ...headers, "Service-API-Result": "{}" });
      response.end("bytes");
    });
    const page = await explorer(browser(), "files/routes/download.html");
    await directTo(page, host);
    expect(await send(page)).toMatchObject({ status: "200 OK" });
    expect(await page.locator(".answer").textContent()).toContain("does not expose to pages of other sites");
  });

  test("SITE-28: a log-in in a window of its own gives a token, where the site is served by HTTPS", async () => {
    const text = `namespace a\n\nstruct S\n    a String = "x"\n\nroute r(S, S, Void)\n`;
    const { api } = compile([{ path: "a.stone", text }]);
    const oauth = { authorizeUrl: "https://login.example/authorize", tokenUrl: "https://login.example/token" };
    const binding = { hosts: { api: "https://api.example" }, oauth };
    const site = wholeSite(api ?? siteApi("spec"), { ...siteOptions("a"), binding, explorer: "live" });
    const folder = new URL(`${await writeSite("oauth", site)}/`);
    const context = await browser().newContext();
    onTestFinished(() => context.close());
    await context.route("https://docs.example/**", async (route) => {
      const path = new URL(route.request().url()).pathname.slice(1);
      await route.fulfill({ path: new URL(path, folder).pathname });
    });
    let challenge = "";
    await context.route("https://login.example/**", async (route) => {
      const { pathname, searchParams } = new URL(route.request().url());
      if (pathname === "/authorize") {
        challenge = searchParams.get("code_challenge") ?? "";
        const back = `${searchParams.get("redirect_uri")}?code=c&state=${searchParams.get("state")}`;
        // Playwright does not route what is redirected by a status.
        await route.fulfill({ contentType: "text/html", body: `<meta http-equiv="refresh" content="0; url=${back}">` });
        return;
      }
      const form = new URLSearchParams(route.request().postData() ?? "");
      expect([form.get("code"), form.get("code_verifier")?.length]).toEqual(["c", 43]);
      await route.fulfill({
        headers: { "Access-Control-Allow-Origin": "*" },
        json: { access_token: "sesame", token_type: "bearer" },
      });
    });
    const page = await context.newPage();
    await page.goto("https://docs.example/a/routes/r.html");
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByLabel("Send to").selectOption("live");
    await page.getByLabel("App key").fill("key");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect.poll(() => page.getByLabel("Access token").inputValue()).toBe("sesame");
    expect(challenge).toHaveLength(43);
  });

  test("SITE-19: hostile texts of examples and of answers stay text", async () => {
    const hostile = `</script><img src=x onerror="globalThis.hacked = true">`;
    const text = `namespace a\n\nstruct S\n    "${hostile.replaceAll('"', "'")}"\n    a String = ${JSON.stringify(hostile)}\n    example default\n        a = ${JSON.stringify(hostile)}\n\nroute r(S, S, Void)\n`;
    const { api } = compile([{ path: "a.stone", text }]);
    const site = wholeSite(api ?? siteApi("spec"), { ...siteOptions("a"), explorer: "live" });
    const page = await explorer(browser(), `${await writeSite("hostile", site)}/a/routes/r.html`);
    expect((await send(page)).body).toContain("<img src=x");
    const host = await serve((request, response) => {
      const headers = {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Headers": "*, authorization",
        "Access-Control-Expose-Headers": "x-hostile",
        "X-Hostile": hostile,
      };
      response.writeHead(request.method === "OPTIONS" ? 204 : 409, { ...headers, "Content-Type": "application/json" });
      response.end(JSON.stringify({ error_summary: `${hostile}/..`, error: hostile }));
    });
    await directTo(page, host);
    expect((await send(page)).body).toContain("<img src=x");
    expect(await page.locator(".answer, .argument").locator("img, script").count()).toBe(0);
    expect(await page.evaluate(() => Reflect.get(globalThis, "hacked"))).toBeUndefined();
  });

  test.each(["light", "dark"] as const)(
    "SITE-22, SITE-23: axe finds nothing on an explorer with an answer in the %s theme, which fits 320 pixels",
    async (colorScheme) => {
      const page = await explorer(browser(), "files/routes/upload.html", { colorScheme });
      await send(page);
      await page.getByLabel("Send to").selectOption("live");
      expect(await violations(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 700 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    },
  );
});

/** Calls routes with the arguments and the errors that their explorers offer; returns what is not answered as it should be. */
async function callAll([routes, most]: readonly [readonly (readonly string[])[], number]): Promise<string[]> {
  const { ashlarTryIt } = globalThis as unknown as { ashlarTryIt: (section: HTMLElement) => Promise<unknown> };
  const wrong: string[] = [];
  for (const [route = "", script = ""] of routes) {
    document.querySelectorAll("section").forEach((section) => section.remove());
    const section = document.createElement("section");
    Object.assign(section.dataset, { route, script });
    document.body.append(section);
    await ashlarTryIt(section);
    const answer = async (outcome: string): Promise<string> => {
      const select = section.querySelector<HTMLSelectElement>("#try-it-outcome");
      const answers = section.querySelector(".answer");
      if (select === null || answers === null) {
        return "nothing to send with";
      }
      select.value = outcome;
      answers.replaceChildren();
      section.querySelector<HTMLButtonElement>(".actions .primary")?.click();
      while (answers.querySelector(".status") === null) {
        await new Promise((done) => setTimeout(done));
      }
      return answers.textContent;
    };
    const check = section.querySelector("#try-it-check");
    if (check !== null && check.textContent !== "Valid") {
      wrong.push(`${route}: ${check.textContent}`);
    }
    const result = await answer("");
    if (!result.startsWith("200 OK")) {
      wrong.push(`${route}: ${result}`);
    }
    const outcomes = [...section.querySelectorAll("option")].map(({ value }) => value);
    for (const outcome of outcomes.filter((value) => value.startsWith("error=")).slice(0, most)) {
      const error = await answer(outcome);
      if (!error.includes(`"error_summary": "${outcome.slice("error=".length)}/`)) {
        wrong.push(`${route} ${outcome}: ${error}`);
      }
    }
  }
  return wrong;
}
