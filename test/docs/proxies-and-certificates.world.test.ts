import { createTwin } from "../../generated/src/testing/index.js";
import { toNodeListener } from "../../generated/src/server/node.js";
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

const run = promisify(execFile);
const page = readFileSync("docs/proxies-and-certificates.md", "utf8");

/** A folder with the programs of the page, compiled, and with certificates. */
let folder = "";

/** Makes a certificate and its key: of an authority, or for a host, issued by the authority. */
function certify(name: string, ...options: readonly string[]): void {
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", `${name}.key`];
  execFileSync("openssl", ["req", "-x509", ...key, "-out", `${name}.crt`, "-subj", `/CN=${name}`, ...options], {
    cwd: folder,
    stdio: "ignore",
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ashlar-proxies-"));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const [, path = "", text = ""] of page.matchAll(/```ts (\S+)\n([^]*?)```/g)) {
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(
    join(folder, "plain.ts"),
    'import { createClient } from "cloud-storage-api";\n' +
      'export const client = createClient({ hosts: process.env.SERVER ?? "", accessToken: "token" });\n',
  );
  writeFileSync(
    join(folder, "program.js"),
    // Undici does not keep a process alive while it waits for a proxy.
    "setInterval(() => undefined, 1_000);\n" +
      "const { client } = await import(process.env.CLIENT);\n" +
      'const outcome = await client.files.getMetadata({ path: "/a" }).then(() => "received a reply", String);\n' +
      "console.log(outcome);\nprocess.exit();\n",
  );
  const options = ["--target", "es2022", "--module", "nodenext", "--strict", "--skipLibCheck", "--types", "node"];
  const tsc = resolve("node_modules/typescript-newest/bin/tsc");
  const files = ["environment-proxy.ts", "proxy.ts", "certificates.ts", "connections.ts", "plain.ts"];
  await run(process.execPath, [tsc, ...options, ...files], { cwd: folder }).catch((thrown: unknown) => {
    throw new Error((thrown as { readonly stdout: string }).stdout);
  });
  certify("authority");
  const byAuthority = ["-CA", "authority.crt", "-CAkey", "authority.key", "-addext", "basicConstraints=CA:FALSE"];
  certify("localhost", ...byAuthority, "-addext", "subjectAltName=DNS:localhost");
  certify("client", ...byAuthority);
});

afterAll(() => rmSync(folder, { recursive: true }));

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a server with the certificate for `localhost`, and returns its URL. */
async function serve(options: { readonly requestCert?: boolean } = {}): Promise<string> {
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  const certificates = { cert: read("localhost.crt"), key: read("localhost.key"), ca: read("authority.crt") };
  const server = createHttpsServer({ ...certificates, ...options }, toNodeListener(createTwin()));
  return `https://localhost:${await portOf(server)}`;
}

/** Starts a proxy that requires the user and the password, and returns its URL and the hosts that it has connected to. */
async function startProxy(): Promise<{ url: string; hosts: string[] }> {
  const hosts: string[] = [];
  const proxy = createHttpServer();
  proxy.on("connect", ({ url = "", headers }, socket) => {
    if (headers["proxy-authorization"] !== `Basic ${btoa("user:password")}`) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n");
      return;
    }
    hosts.push(url);
    const target = connect(Number(url.split(":")[1]), "localhost", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      target.pipe(socket).pipe(target);
    });
    target.on("error", () => socket.destroy());
    socket.on("error", () => target.destroy());
  });
  return { url: `http://user:password@localhost:${await portOf(proxy)}`, hosts };
}

/** Runs the program with a client of the page, and returns what it prints: that it received a reply, or the error. */
async function call(client: string, env: Readonly<Record<string, string>>, ...options: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [...options, "program.js"], {
    cwd: folder,
    env: { ...process.env, CLIENT: `./${client}.js`, ...env },
  });
  return stdout.trim();
}

const trusted = (): Record<string, string> => ({ NODE_EXTRA_CA_CERTS: join(folder, "authority.crt") });
const withoutPassword = (url: string): string => url.replace("user:password@", "");

describe("docs/proxies-and-certificates.md", () => {
  test("the client with a proxy of its own sends its requests through it", async () => {
    const [server, proxy] = [await serve(), await startProxy()];
    const env = { SERVER: server, PROXY: proxy.url, ...trusted() };
    expect(await call("proxy", env)).toBe("received a reply");
    expect(proxy.hosts).toEqual([new URL(server).host]);
  });

  test("the module that is loaded first makes all clients use the proxy of the environment", async () => {
    const [server, proxy] = [await serve(), await startProxy()];
    const env = { SERVER: server, HTTPS_PROXY: proxy.url, ...trusted() };
    expect(await call("plain", env)).toBe("received a reply");
    expect(proxy.hosts).toEqual([]);
    const first = ["--import", "./environment-proxy.js"];
    expect(await call("plain", env, ...first)).toBe("received a reply");
    expect(proxy.hosts).toEqual([new URL(server).host]);
    expect(await call("plain", { ...env, NO_PROXY: "localhost" }, ...first)).toBe("received a reply");
    expect(proxy.hosts).toHaveLength(1);
  });

  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  test.skipIf(major < 22 || (major === 22 && minor < 21))(
    "NODE_USE_ENV_PROXY makes all clients use the proxy of the environment",
    async () => {
      const [server, proxy] = [await serve(), await startProxy()];
      const env = { SERVER: server, HTTPS_PROXY: proxy.url, NODE_USE_ENV_PROXY: "1", ...trusted() };
      expect(await call("plain", env)).toBe("received a reply");
      expect(proxy.hosts).toEqual([new URL(server).host]);
    },
  );

  test("the client with certificates trusts the authority, and authenticates to a server that requires it", async () => {
    expect(await call("certificates", { SERVER: await serve() })).toBe("received a reply");
    const server = await serve({ requestCert: true });
    expect(await call("certificates", { SERVER: server })).toBe("received a reply");
    // Not the plain client: the `fetch` of Node 20 sometimes waits without end for a server that closes the connection at once.
    expect(await call("connections", { SERVER: server, ...trusted() })).toMatch(/^NetworkError/);
  });

  test("NODE_EXTRA_CA_CERTS makes all clients trust the authority", async () => {
    const server = await serve();
    expect(await call("plain", { SERVER: server, ...trusted() })).toBe("received a reply");
    expect(await call("connections", { SERVER: server, ...trusted() })).toBe("received a reply");
  });

  test("the messages of errors are in the table of reasons", async () => {
    const [server, proxy] = [await serve(), await startProxy()];
    const unused = `localhost:${await portOf(createHttpServer())}`;
    const messages = [
      await call("proxy", { SERVER: server, PROXY: withoutPassword(proxy.url), ...trusted() }),
      await call("plain", { SERVER: server }),
      await call("connections", { SERVER: await serve({ requestCert: true }), ...trusted() }),
      await call("proxy", { SERVER: server, PROXY: `http://${unused.replace(/\d+$/, "1")}` }),
    ];
    const parts = [...page.matchAll(/^\| `(.+?)` +\| /gm)].map(([, part = ""]) => part);
    for (const message of messages) {
      expect(parts.filter((part) => message.includes(part))).toHaveLength(1);
    }
  });
});
