import { createClient as createControls, type Client as Controls } from "#controls";
import type { AddTeamArgInput, MemberIds, MemberSeedInput } from "#controls/controls";
import { createClient, type Client } from "cloud-storage-api";
import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, inject, onTestFinished } from "vitest";
import type { Database } from "../../src/database/database.js";
import { embeddedDatabase } from "../../src/database/embedded.js";
import { serverDatabase } from "../../src/database/server.js";
import { startService, type RunningService } from "../../src/service.js";
import { readSettings, type Settings } from "../../src/settings.js";
import { secretKey, template } from "./databases.js";
import { runStatement } from "./postgres.js";

/** The permissions of a team app. */
const permissions = ["Team information", "Team member management", "Team member file access"] as const;

/** A service that tests run against, with helpers to set up data. */
export interface TestedService {
  readonly url: string;
  readonly controls: Controls["controls"];
  readonly activity: Controls["activity"];
  /** The test controls for passwords, OAuth 1 and notifications. */
  readonly access: Controls["access"];
  readonly storage: Controls["storage"];
  /** A client without credentials. */
  readonly client: Client;
  /** Adds a team with one administrator and these members, and an app of the team that may do everything. */
  team(members?: readonly Partial<MemberSeedInput>[], team?: Partial<AddTeamArgInput>): Promise<TestedTeam>;
  /** The token of a new team app with the given permissions; all by default. */
  teamToken(teamId: string, allowed?: readonly string[]): Promise<string>;
  /** The token of a new app of a user. */
  userToken(accountId: string): Promise<string>;
  /** A client with that token. */
  clientWith(token: string): Client;
  /** Sends JSON to a route, without the client. */
  post(path: string, token: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
}

export interface TestedTeam {
  readonly id: string;
  readonly admin: MemberIds & { readonly email: string };
  /** Those that were asked for, without the administrator. */
  readonly members: readonly (MemberIds & { readonly email: string })[];
  /** The token of an app of the team that may do everything. */
  readonly token: string;
  readonly client: Client;
}

/** An email that nobody else has. */
export function newEmail(): string {
  return `${randomUUID()}@example.com`;
}

/** Moves the clock of a service until the test ends: so many milliseconds from the clock of the machine. */
export async function moveClock({ controls }: TestedService, offset: number): Promise<void> {
  onTestFinished(() => controls.moveClock({ offset: 0 }));
  await controls.moveClock({ offset });
}

/** Stops a service and starts it again, with the same data and at another URL. */
export type Restart = () => Promise<void>;

/**
 * Describes what the service does, on the database of the tier: PostgreSQL in `world`, the embedded one in `product`. Both
 * take the same statements. All suites of a worker share one service: they must not break it, and move its clock only with
 * {@link moveClock}.
 */
export function describeService(name: string, tests: (service: TestedService) => void): void {
  describe(name, () => tests(sharedService(inject("databases").server)));
}

/** {@link describeService} with a service of its own, which is started with these environment variables. */
export function describeOwnService(
  name: string,
  tests: (service: TestedService, restart: Restart) => void,
  environment: Readonly<Record<string, string>> = {},
): void {
  describe(name, () => tests(...ownService(inject("databases").server, environment)));
}

/** Describes something on each kind of database; `server` is as in {@link Databases}. */
export function describeDatabases(name: string, tests: (server: string | undefined) => void): void {
  const { server } = inject("databases");
  describe(`${name}, on the embedded database`, () => tests(undefined));
  if (server !== undefined) {
    describe(`${name}, on a PostgreSQL server`, () => tests(server));
  }
}

/** The services that the suites of this worker share, which end with it. */
const shared = new Map<string | undefined, Promise<RunningService>>();

/** The service that all suites of a worker share; `server` is as in {@link Databases}. */
function sharedService(server: string | undefined): TestedService {
  let url = "";
  beforeAll(async () => {
    const starting = shared.get(server) ?? startShared(server);
    shared.set(server, starting);
    ({ url } = await starting);
  });
  return testedService(() => url);
}

async function startShared(server: string | undefined): Promise<RunningService> {
  const folder = mkdtempSync(join(inject("databases").temporary, "shared-"));
  return startService(readSettings({ LOG_LEVEL: "fatal", ...(await freshData(server, folder)) }));
}

/** A service that runs while the tests of a suite do; `server` is as in {@link Databases}. */
function ownService(
  server: string | undefined,
  environment: Readonly<Record<string, string>>,
): [TestedService, Restart] {
  let running: RunningService | undefined;
  let settings: Settings | undefined;
  let folder = "";
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "service-test-"));
    settings = readSettings({ LOG_LEVEL: "fatal", ...(await freshData(server, folder)), ...environment });
    running = await startService(settings);
  });
  afterAll(async () => {
    await running?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const restart = async (): Promise<void> => {
    await running?.stop();
    running = settings && (await startService(settings));
  };
  return [testedService(() => running?.url ?? ""), restart];
}

/** The environment variables of a service that tests can control, with a new database and a folder. */
export async function freshData(server: string | undefined, folder: string): Promise<Record<string, string>> {
  const common = { PORT: "0", TEST_CONTROLS: "1", DATA_FOLDER: folder };
  if (server === undefined) {
    cpSync(inject("databases").folder, folder, { recursive: true });
    return common;
  }
  const database = `service_${randomUUID().replaceAll("-", "")}`;
  await runStatement(`${server}postgres`, `create database ${database} template ${template}`);
  return { ...common, DATABASE_URL: `${server}${database}`, SECRET_KEY: secretKey };
}

/** The database of a service that has these environment variables, and does not run. */
export function databaseFor(environment: Readonly<Record<string, string>>): Promise<Database> | Database {
  const { DATABASE_URL, DATA_FOLDER = "" } = environment;
  return DATABASE_URL === undefined ? embeddedDatabase(join(DATA_FOLDER, "database")) : serverDatabase(DATABASE_URL);
}

/** A service at a URL, which need not be known yet. */
export function testedService(url: () => string): TestedService {
  const service: TestedService = {
    get url() {
      return url();
    },
    get controls() {
      return createControls({ hosts: url() }).controls;
    },
    get activity() {
      return createControls({ hosts: url() }).activity;
    },
    get access() {
      return createControls({ hosts: url() }).access;
    },
    get storage() {
      return createControls({ hosts: url() }).storage;
    },
    get client() {
      return createClient({ hosts: url() });
    },
    async team(seeds = [], more = {}) {
      const members = [{ role: "team_admin" }, ...seeds].map((seed) => ({ email: newEmail(), ...seed }));
      const { team_id, members: ids } = await service.controls.addTeam({ ...more, members });
      const [admin, ...others] = ids.map((member, index) => ({ ...member, email: members[index]?.email ?? "" }));
      if (admin === undefined) {
        throw new Error("There is no administrator.");
      }
      const token = await service.teamToken(team_id);
      return { id: team_id, admin, members: others, token, client: service.clientWith(token) };
    },
    async teamToken(teamId, allowed = permissions) {
      const { key } = await service.controls.addApp({ kind: "team", permissions: [...allowed], redirect_uris: [] });
      const owner = { ".tag": "team_id", team_id: teamId } as const;
      return (await service.controls.issueToken({ app_key: key, owner })).access_token;
    },
    async userToken(accountId) {
      const { key } = await service.controls.addApp({ permissions: [], redirect_uris: [] });
      const owner = { ".tag": "account_id", account_id: accountId } as const;
      return (await service.controls.issueToken({ app_key: key, owner })).access_token;
    },
    clientWith: (token) => createClient({ hosts: url(), accessToken: token }),
    post: (path, token, body, headers = {}) =>
      fetch(`${url()}/2/${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}`, ...headers },
        body: JSON.stringify(body),
      }),
  };
  return service;
}
