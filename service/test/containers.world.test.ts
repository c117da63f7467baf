import { readFileSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { Client } from "pg";
import { parse } from "yaml";
import { startService, type RunningService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import { startBuckets } from "./support/buckets.js";
import { newPerson, pathsIn, read, save } from "./support/files.js";
import { emptyFolder } from "./support/process.js";
import { startRoundRobin } from "./support/round-robin.js";
import { freshData, testedService } from "./support/service.js";

const service = join(import.meta.dirname, "..");
const { server, temporary } = inject("databases");

/** The variables that a program reads. */
function variablesIn(path: string): Set<string> {
  const text = readFileSync(join(service, path), "utf8");
  return new Set(
    [...text.matchAll(/\b(?:text|url|number|flag|choice|setting|portSetting)\((?:\w+, )?"([A-Z][A-Z0-9_]+)"/g)].map(
      ([, name = ""]) => name,
    ),
  );
}

interface Container {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
}

describe("the containers", () => {
  const compose = parse(readFileSync(join(service, "compose.yaml"), "utf8"), { merge: true }) as {
    readonly services: Readonly<Record<string, Container>>;
    readonly volumes: Readonly<Record<string, null>>;
  };
  const containers = Object.entries(compose.services);

  test("the containers use settings that the programs read, pinned images, and volumes and containers that are declared (OPS-41)", () => {
    const [ofService, ofConsole] = [variablesIn("src/settings.ts"), variablesIn("admin/server/main.ts")];
    for (const [name, { image, environment = {}, volumes = [], depends_on = [] }] of containers) {
      const known = name.startsWith("service-") ? ofService : name === "console" ? ofConsole : undefined;
      const settings = Object.keys(environment).filter((variable) => variable !== "NODE_EXTRA_CA_CERTS"); // read by Node
      expect(settings.filter((variable) => known?.has(variable) === false)).toEqual([]);
      expect(image === "cloud-storage-service" || /:v?\d/.test(image ?? "")).toBe(true);
      const named = volumes.map((volume) => volume.split(":")[0] ?? "").filter((source) => !source.startsWith("."));
      expect(named.filter((volume) => !(volume in compose.volumes))).toEqual([]);
      const others = Array.isArray(depends_on) ? (depends_on as string[]) : Object.keys(depends_on);
      expect(others.filter((other) => !(other in compose.services))).toEqual([]);
    }
  });

  test("the containers of the service have a read-only root, no capabilities, no root user and a health check (OPS-41)", () => {
    const own = containers.filter(([, { image }]) => image === "cloud-storage-service");
    expect(own.map(([name]) => name)).toEqual(["service-1", "service-2", "service-3", "console"]);
    expect(own.every(([, { read_only, cap_drop }]) => read_only === true && cap_drop?.includes("ALL") === true)).toBe(
      true,
    );
    const stages = readFileSync(join(service, "Dockerfile"), "utf8")
      .split(/^FROM /m)
      .slice(1);
    expect(stages).toHaveLength(2);
    expect(stages.at(-1)).toMatch(/^USER node$/m);
    expect(stages.at(-1)).toMatch(/^HEALTHCHECK .*\/health\/ready/m);
  });

  test("the containers of PostgreSQL and of the store accept TLS only, with certificates that the service checks (OPS-41)", () => {
    const { "service-1": own, postgres, store, certificates } = compose.services;
    const read = (name: string): string => readFileSync(join(service, name), "utf8");
    const url = new URL(own?.environment?.["DATABASE_URL"]?.replaceAll(/\$\{.*?\}/g, "x") ?? "");
    const ca = own?.environment?.["NODE_EXTRA_CA_CERTS"];
    expect(Object.fromEntries(url.searchParams)).toEqual({ sslmode: "verify-full", sslrootcert: ca });
    const bucket = new URL(own?.environment?.["S3_BUCKET_URL"] ?? "");
    expect(certificates?.entrypoint?.slice(-2)).toEqual([url.hostname, bucket.hostname]);
    expect(postgres?.command).toEqual(
      expect.arrayContaining(["ssl=on", `ssl_cert_file=/certificates/${url.hostname}.crt`]),
    );
    expect(store?.environment).toMatchObject({ VGW_CERT: `/certificates/${bucket.hostname}.crt` });
    expect(bucket.protocol).toBe("https:");
    const access = read("pg_hba.conf").match(/^(?!#)\S+/gm);
    expect(access).toEqual(["local", "hostssl"]);
    expect(read("create-role.sh")).toMatch(
      /^create role service login password :'password';\ncreate database service owner service;$/m,
    );
    const scripts = containers.flatMap(([, { volumes = [] }]) => volumes).filter((volume) => volume.startsWith("./"));
    expect(scripts.map((volume) => read(volume.split(":")[0] ?? "")).every((text) => text !== "")).toBe(true);
  });

  test("the settings of the containers are all in the table of the README, and no others (OPS-41)", () => {
    const readme = readFileSync(join(service, "README.md"), "utf8");
    const table = readme.slice(readme.indexOf("## Settings"), readme.indexOf("### Several processes"));
    const documented = new Set(
      [...table.matchAll(/^\| ([^|]+)\|/gm)].flatMap(([, cell = ""]) => cell.match(/[A-Z][A-Z0-9_]+/g) ?? []),
    );
    expect([...documented].sort()).toEqual([...variablesIn("src/settings.ts")].sort());
  });
});

describe.skipIf(server === undefined)("PostgreSQL in containers", () => {
  test("PostgreSQL in containers is reached with TLS, whose certificate is checked, by a role that is no superuser (OPS-41)", async () => {
    const environment = await freshData(server, emptyFolder());
    const url = new URL(environment["DATABASE_URL"] ?? "");
    url.search = `sslmode=verify-full&sslrootcert=${join(temporary, "certificates", "ca.crt")}`;
    const start = (): Promise<RunningService> =>
      startService(readSettings({ LOG_LEVEL: "silent", DB_TIMEOUT: "300000", ...environment, DATABASE_URL: url.href }));
    const message: unknown = expect.stringContaining("127.0.0.1 is not in the cert's list");
    await expect(start()).rejects.toMatchObject({ cause: { message } }); // the certificate names localhost
    url.hostname = "localhost";
    const running = await start();
    expect((await fetch(`${running.url}/health/ready`)).status).toBe(200);
    await running.stop();
    const client = new Client(url.href);
    await client.connect();
    const { rows } = await client.query(
      "select ssl, rolsuper from pg_stat_ssl, pg_roles where pid = pg_backend_pid() and rolname = current_user",
    );
    await client.end();
    expect(rows).toEqual([{ ssl: true, rolsuper: false }]);
  });
});

test("a service that stops still answers on connections that a proxy has kept, and asks to close them (OPS-43)", async () => {
  const running = await startService(
    readSettings({ LOG_LEVEL: "silent", ...(await freshData(server, emptyFolder())) }),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = (): Promise<IncomingMessage & { isReused?: boolean }> =>
    new Promise((done, fail) => {
      const request = get(`${running.url}/health/live`, { agent });
      request.on("error", fail).on("response", (response) => {
        response.resume().on("end", () => done(Object.assign(response, { isReused: request.reusedSocket })));
      });
    });
  const before = await ask();
  // Longer than proxies keep idle connections, so that the service never closes one on which a request is on its way.
  expect(before.headers["keep-alive"]).toBe("timeout=150");
  const stopped = running.stop({ draining: 500 });
  const after = await ask();
  expect([after.isReused, after.statusCode, after.headers.connection]).toEqual([true, 200, "close"]);
  await stopped;
  await expect(ask()).rejects.toThrow("ECONNREFUSED");
});

describe.skipIf(server === undefined)("three processes behind a proxy, on one PostgreSQL server and one bucket", () => {
  test("three processes that share a PostgreSQL server and a bucket keep all acknowledged data while one stops (OPS-41)", async () => {
    const folder = emptyFolder();
    const buckets = await startBuckets(join(folder, "s3"), ["files"]);
    onTestFinished(() => buckets.close());
    const environment = {
      LOG_LEVEL: "silent",
      ...(await freshData(server, join(folder, "data"))),
      S3_BUCKET_URL: `${buckets.url}/files`,
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    };
    const processes: RunningService[] = [];
    for (const name of ["1", "2", "3"]) {
      const running = await startService(readSettings({ ...environment, DATA_FOLDER: join(folder, name) }));
      processes.push(running);
      if (name !== "2") {
        onTestFinished(() => running.stop());
      }
    }
    const proxy = await startRoundRobin(processes.map(({ url }) => url));
    onTestFinished(() => proxy.close());
    const files = testedService(() => proxy.url);
    const robin = await newPerson(files);
    const stopped = processes[1]?.stop();
    const saved: string[] = [];
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        await save(robin.client, `/${index}.txt`);
        saved.push(`/${index}.txt`);
      }),
    );
    await stopped;
    expect((await pathsIn(robin.client)).sort()).toEqual(saved.sort());
    expect(await read(robin.client, "/7.txt")).toBe("/7.txt");
  });
});
