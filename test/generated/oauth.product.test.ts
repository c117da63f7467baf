import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generatePackage } from "../../src/project/generate/generate-package.js";
import { writeFolder } from "../../src/project/output/output-folder.js";
import { compilerErrors } from "../support/compiler-errors.js";
import { generatedPackage, packageFolder, type Exports } from "../support/packages.js";
import { app, startAuthorizationServer, type AuthorizationServer } from "../templates/oauth/authorization-server.js";

const spec = `namespace shop

route close(Void, Void, Void)
`;

let server: AuthorizationServer;
/** A package whose configuration has both URLs. */
let folder: string;

beforeAll(async () => {
  server = await startAuthorizationServer();
  folder = await mkdtemp(join(tmpdir(), "ashlar-oauth-"));
  const oauth = {
    authorizeUrl: "https://www.example.com/oauth2/authorize",
    tokenUrl: server.tokenUrl,
    tokenAccessType: "offline" as const,
  };
  const config = { specs: [], out: join(folder, "shop"), binding: { oauth } };
  const { files } = await generatePackage({ config, directory: folder, specs: [{ path: "shop.stone", text: spec }] });
  await writeFolder(config.out, files ?? [], new AbortController().signal);
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

async function withDefaults(): Promise<Exports> {
  return (await import(pathToFileURL(join(folder, "shop/dist/oauth/index.js")).href)) as Exports;
}

describe("the subpath ./oauth", () => {
  test("the subpath ./oauth is exported by every package, with the same names whether URLs are configured or not", async () => {
    const { exports } = JSON.parse(await readFile(join(await packageFolder("spec"), "package.json"), "utf8")) as Exports;
    expect(exports["./oauth"]).toEqual({ types: "./dist/oauth/index.d.ts", default: "./dist/oauth/index.js" });
    const names = Object.keys(await generatedPackage("spec", "oauth")).sort();
    expect(names).toEqual(Object.keys(await withDefaults()).sort());
    expect(names).toEqual([
      "OAuthError",
      "authorizationUrl",
      "createPkce",
      "createState",
      "exchangeCode",
      "readCodeRedirect",
      "readTokenRedirect",
      "refreshAccessToken",
      "refreshingToken",
    ]);
  });

  test("GUIDE-5: the subpath ./oauth uses the URLs of the configuration and asks for a refresh token, unless others are given", async () => {
    const { authorizationUrl, exchangeCode, refreshingToken } = await withDefaults();
    expect(authorizationUrl({ clientId: "key", authorizeUrl: undefined })).toBe(
      "https://www.example.com/oauth2/authorize?response_type=code&client_id=key&token_access_type=offline",
    );
    expect(authorizationUrl({ clientId: "key", tokenAccessType: "online" })).toMatch(/token_access_type=online$/);
    expect(authorizationUrl({ clientId: "key", authorizeUrl: "http://localhost/a" })).toMatch(/^http:\/\/localhost\/a/);
    const tokens = await exchangeCode({ ...app, code: server.grant() });
    const token = refreshingToken({ ...app, refreshToken: tokens.refresh_token });
    expect([tokens.access_token, await token()]).toEqual(["token-1", "token-2"]);
  });

  test("the subpath ./oauth requires by type the URLs that are not configured, and only those; its provider fits a client", async () => {
    const code = `
import { createClient } from "../spec/dist/index.js";
import * as bare from "../spec/dist/oauth/index.js";
import * as shop from "${join(folder, "shop/dist/oauth/index.js")}";

const app = { clientId: "key", clientSecret: "secret" };
shop.authorizationUrl(app);
shop.authorizationUrl({ ...app, authorizeUrl: "https://example.com" });
// @ts-expect-error Property 'authorizeUrl' is missing
bare.authorizationUrl(app);
void shop.exchangeCode({ ...app, code: "c" });
// @ts-expect-error Property 'tokenUrl' is missing
void bare.exchangeCode({ ...app, code: "c" });
// @ts-expect-error Property 'tokenUrl' is missing
void bare.refreshAccessToken({ ...app, refreshToken: "r" });
// @ts-expect-error Property 'refreshToken' is missing
shop.refreshingToken(app);
// @ts-expect-error Property 'state' is missing: who has none must say so
shop.readCodeRedirect("https://app.example.com/cb?code=c", {});
const accessToken = shop.refreshingToken({ ...app, refreshToken: "r" });
export const client = createClient({ hosts: "https://api.example.com", accessToken });
`;
    const root = join(await packageFolder("spec"), "../oauth-types");
    await mkdir(root, { recursive: true });
    await writeFile(join(root, "oauth.mts"), code);
    const compilerOptions = {
      target: "es2022",
      lib: ["es2022", "dom"],
      module: "nodenext",
      types: [],
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
    };
    expect(await compilerErrors("typescript-newest", root, { compilerOptions, files: ["oauth.mts"] })).toBe("");
  });
});
