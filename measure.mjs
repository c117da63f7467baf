import { createClient as createControls } from "/work/wt/console/service/controls/dist/index.js";
import { serve } from "@hono/node-server";
import { adminServer } from "/work/wt/console/service/dist/admin/admin-server.js";
import { chromium } from "playwright-core";
const serviceUrl = "http://127.0.0.1:4170";
const url = "http://127.0.0.1:4173";
const { controls, access } = createControls({ hosts: serviceUrl });
const members = Array.from({ length: 1000 }, (_, i) => ({ email: `p${i}-${Date.now()}@example.com`, given_name: `Given${i % 37}`, surname: `Surname${i}`, role: i === 0 ? "team_admin" : "member_only" }));
const team = await controls.addTeam({ name: "Big", licenses: 2000, members });
await access.setPassword({ account_id: team.members[0].account_id, password: "dressed stone" });
const { key, secret } = await controls.addApp({ name: "Console", kind: "team", permissions: ["Team information", "Team member management", "Team member file access"], redirect_uris: [`${url}/callback`] });
const app = adminServer({ serviceUrl, url, appKey: key, appSecret: secret, pageFolder: "/work/wt/console/service/dist/admin/page" });
const server = serve({ fetch: app.fetch, port: 4173, hostname: "127.0.0.1" });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", headless: true, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.goto(url);
await page.getByRole("link", { name: "Log in" }).click();
await page.getByLabel("Email").fill(members[0].email);
await page.getByLabel("Password").fill("dressed stone");
await page.getByRole("button", { name: "Log in" }).click();
await page.addInitScript(() => {
  const o = new MutationObserver(() => { if (document.querySelectorAll("tbody tr").length === 25 && !window.shown) { window.shown = performance.now(); } });
  o.observe(document, { childList: true, subtree: true });
});
await page.getByRole("button", { name: "Allow" }).click();
await page.waitForFunction(() => window.shown);
console.log("after log-in, from navigation to rows:", await page.evaluate(() => Math.round(window.shown)), "ms");
for (let i = 0; i < 5; i++) { await page.reload(); await page.waitForFunction(() => window.shown); console.log("reload:", await page.evaluate(() => Math.round(window.shown)), "ms"); }
for (let i = 0; i < 5; i++) {
  const t = await page.evaluate(async () => { const first = document.querySelector("tbody tr th").textContent; const t = performance.now(); document.querySelectorAll(".pager button")[1].click(); while (document.querySelector("tbody tr th").textContent === first) await new Promise(requestAnimationFrame); return performance.now() - t; });
  console.log("next page:", Math.round(t), "ms");
}
await browser.close(); server.close(); process.exit(0);
