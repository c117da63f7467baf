import { expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { diff } from "../../src/diff/diff.js";
import type { Api } from "../../src/ir/api.js";
import { readSiteAssets } from "../../src/cli/docs/run.js";
import { pageOf, siteOf, siteOfText } from "./sites.js";

/** A page as a reader sees it: without markup. */
function textOf(page: string): string {
  const entities: Readonly<Record<string, string>> = { quot: '"', lt: "<", gt: ">", amp: "&", hellip: "…", ndash: "–" };
  return page
    .replace(/<wbr>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(\w+);/g, (_, name: string) => entities[name] ?? "")
    .replace(/\s+/g, " ");
}

const config = `namespace stone_cfg

struct Route
    auth String = "user"
    style String = "rpc"
    host String = "api"
    scope String?
    owner String?
        "Who answers questions about the route."
`;

const shop = `namespace shop

import stone_cfg

annotation Early = Preview()
annotation Old = Deprecated()
annotation Hashed = RedactedHash()

struct Base
    id String
        "The number."

struct Order extends Base
    "An order, which :route:\`get\` returns."
    note String?
        @Early
        "A note."
    legacy String = "x"
        @Old
    customer String
        @Hashed
    state State
    example default
        id = "1"
        customer = "c"
        state = open

union State
    open
        "It is open."
    sent Order?
    lost String?

struct Id
    id String
    example default
        id = "1"

struct Page
    cursor String

struct ListResult
    orders List(Order)
    cursor String
    has_more Boolean

route get(Id, Order, State)
    "Returns an order."
    attrs
        scope = "orders.read"
        owner = "the shop team"

route get_all(Id, ListResult, Void)

route get_all/continue(Page, ListResult, Void)

route fetch:2(Id, Order, Void)
    attrs
        style = "download"

route fetch(Id, Order, Void) deprecated by fetch:2

route send(Id, Order, Void)
    attrs
        style = "upload"
`;

function apiOf(text: string): Api {
  const { api, diagnostics } = compile([
    { path: "stone_cfg.stone", text: config },
    { path: "shop.stone", text },
  ]);
  if (api === undefined) {
    throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  }
  return api;
}

const options = { binding: { attributes: { permission: "scope" } } };
const site = siteOfText(apiOf(shop), options);

test("SITE-1, SITE-2: pages of a site load one style sheet and one classic script of the site, and nothing else", async () => {
  const loaded = siteOf("spec")
    .files.filter(({ path }) => path.endsWith(".html"))
    .flatMap(({ text }) => [
      ...text.matchAll(/<(?:script|link(?! rel="alternate")|img|iframe)[^>]*(?:src|href)="([^"]*)"/g),
    ])
    .map(([, url = ""]) => url.replace(/^(?:\.\.\/)+/, ""));
  expect(new Set(loaded)).toEqual(new Set(["site.css", "site.js"]));
  for (const { path, text } of await readSiteAssets()) {
    expect(`${path} ${/@import|url\(|^(?:import|export)\b/m.exec(text)?.[0] ?? ""}`).toBe(`${path} `);
  }
});

test("SITE-7, SITE-8: a route page begins with the name, the badges and the description; other attributes come last", () => {
  const page = textOf(pageOf(site, "shop/routes/get.html"));
  expect(page).toMatch(/shop\/get RPC Auth: user orders\.read Returns an order\./);
  expect(page).toMatch(/Attributes .* owner "the shop team" Who answers questions about the route\./);
  expect(textOf(pageOf(site, "shop/routes/fetch.html"))).toMatch(/Deprecated .*Use shop\/fetch:2 instead\./);
  expect(textOf(pageOf(site, "shop/routes/fetch.v2.html"))).toContain("Version 2 Download");
});

test("SITE-9: the request on a route page has the URL, the headers, and the place of argument and content", () => {
  const get = textOf(pageOf(site, "shop/routes/get.html"));
  expect(get).toMatch(/POST https:\/\/api\.example\.com\/2\/shop\/get .*Authorization Bearer TOKEN/);
  expect(get).toContain("Content-Type application/json");
  const fetch = textOf(pageOf(site, "shop/routes/fetch.v2.html"));
  expect(fetch).toMatch(/Service-API-Arg .*Range .*If-None-Match .*header Service-API-Result\. GET with/);
  expect(textOf(pageOf(site, "shop/routes/send.html"))).toContain("The body is the content.");
  expect(get).toContain("reject_cors_preflight=true");
});

test("SITE-10: rows of fields have type, need, default, marks and description; inherited ones name their struct", () => {
  const page = textOf(pageOf(site, "shop/types/Order.html"));
  expect(page).toMatch(/id text required # from Base The number\./);
  expect(page).toMatch(/note text optional # Preview Preview: may change/);
  expect(page).toMatch(/customer text required # Hashed in logs/);
  expect(page).toMatch(/legacy text default "x" # Deprecated/);
});

test("SITE-25: deprecated members and routes come after the others", () => {
  const page = textOf(pageOf(site, "shop/types/Order.html"));
  expect(page.indexOf("legacy text")).toBeGreaterThan(page.indexOf("state State"));
  const namespace = textOf(pageOf(site, "shop/index.html"));
  expect(namespace).toMatch(/Unions .*Deprecated routes # shop\/fetch /);
});

test("SITE-12: a union says whether it is open, and what the JSON of each variant looks like", () => {
  const page = textOf(pageOf(site, "shop/types/State.html"));
  expect(page).toContain("Open: a later version may add variants.");
  expect(page).toMatch(/open "open" or { ".tag": "open" } # It is open\./);
  expect(page).toMatch(/sent { ".tag": "sent" } with the fields of Order , which may be absent/);
  expect(page).toMatch(/lost { ".tag": "lost" } with lost , which may be absent: text/);
  expect(page).toMatch(/other { ".tag": "other" } #/);
  const closed = siteOfText(apiOf(shop.replace("union State", "union_closed State")), options);
  expect(textOf(pageOf(closed, "shop/types/State.html"))).toContain("Closed: these are all variants there will be.");
});

test("SITE-12: `other` is no variant of an argument, where services refuse it, but one of a result", () => {
  const both = siteOfText(apiOf(`${shop}\nroute move(State, State, State)\n`), options);
  const page = pageOf(both, "shop/routes/move.html");
  expect(page).toContain('id="argument.open"');
  expect(page).not.toContain('id="argument.other"');
  expect(page).toContain('id="result.other"');
});

test("SITE-17: a route page leads to the next pages, to other versions, and to routes with the same types", () => {
  expect(textOf(pageOf(site, "shop/routes/get_all.html"))).toMatch(/Next pages shop\/get_all\/continue/);
  const fetch = textOf(pageOf(site, "shop/routes/fetch.v2.html"));
  expect(fetch).toMatch(/Other versions shop\/fetch Same argument .*shop\/get .*Same result .*shop\/send/);
});

test("SITE-18: a type page says where the type is used, its parents and children, and its names in TypeScript", () => {
  const order = textOf(pageOf(site, "shop/types/Order.html"));
  expect(order).toMatch(/Extends Base/);
  expect(order).toMatch(/Used by # Routes .*shop\/get result/);
  expect(order).toMatch(/In TypeScript # Order.*decodeOrder , encodeOrder in a-api\/shop/);
  expect(textOf(pageOf(site, "shop/types/Base.html"))).toMatch(/Extended by Order/);
});

test("SITE-24: JSON, shell and TypeScript are colored when the site is written", () => {
  const page = pageOf(site, "shop/routes/get.html");
  expect(page).toContain('<i class="k">import</i>');
  expect(page).toContain('<i class="k">curl</i>');
  expect(page).toContain('<i class="k">"id"</i>');
});

test("SITE-25: with a baseline, what is new, changed and deprecated since is marked and linked both ways", () => {
  const old = shop
    .replace("    customer String\n        @Hashed\n", "    customer String(max_length=3)\n")
    .replace(" deprecated by fetch:2", "")
    .replace(/route send[^]*/, "");
  const after = apiOf(shop);
  const { files } = siteOfText(after, { ...options, since: diff(apiOf(old), after) });
  const page = (path: string): string => pageOf({ files, notes: [] }, path);
  const badge = (kind: string, id: string): string =>
    `class="badge ${kind.toLowerCase()}" href="../../changes.html#${id}">${kind}</a>`;
  expect(page("shop/routes/send.html")).toContain(badge("New", "shop/send"));
  expect(page("shop/types/Order.html")).toContain(badge("Changed", "shop.Order"));
  expect(page("shop/routes/fetch.html")).toContain(badge("Changed", "shop/fetch"));
  expect(page("shop/types/Page.html")).not.toContain("changes.html#");
  const changes = page("changes.html");
  expect(changes).toContain('id="shop/send"');
  expect(changes).toContain('href="shop/routes/send.html"');
  expect(textOf(changes)).toMatch(/shop\/fetch .*deprecated/i);
});

test("SITE-4: the start page introduces an API that has no texts: what it is, a first call, authentication", () => {
  const page = textOf(pageOf(site, "index.html"));
  expect(page).toMatch(/An HTTP API with \d+ routes in 1 namespace\. Arguments, results and errors are JSON\./);
  expect(page).toMatch(/A first call # .*client\.shop\./);
  expect(page).toMatch(/user an access token of a user/);
});
