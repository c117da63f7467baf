import { adminServer } from "#admin";
import { createClient as createControls, type Client as Controls } from "#controls";
import { serve } from "@hono/node-server";
import { createClient } from "cloud-storage-api";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { startService } from "./service.js";
import { settingsOf } from "./settings.js";

/** The keys of the app that the page of administrators is. */
interface Keys {
  readonly appKey: string;
  readonly appSecret: string;
}

const admin = "ada@stonemasons.example";
const people = [
  "Ada Pillar",
  "Bo Arch",
  "Cleo Vault",
  "Dan Lintel",
  "Eve Keystone",
  "Finn Quoin",
  "Gil Corbel",
] as const;
const password = "dressed stone";
const permissions = ["Team information", "Team member management", "Team member file access"];

/** How many days of activity there are. */
const days = 28;

// The service with a team to look at, and the page of its administrators. The team is made once, in a folder of its own.
const folder = resolve("data/demo");
const keysFile = join(folder, "demo.json");
if (!existsSync(keysFile)) {
  rmSync(folder, { recursive: true, force: true }); // an earlier start may have made half of it
}
const service = await startService(
  settingsOf({
    ...process.env,
    TEST_CONTROLS: "1",
    DATA_FOLDER: folder,
    DATABASE_URL: undefined,
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn",
  }),
);
const url = "http://localhost:4200";
const app = adminServer({
  serviceUrl: service.url,
  url,
  pageFolder: fileURLToPath(new URL("admin/page", import.meta.url)),
  ...(await keysOfDemo()),
});
const server = serve({ fetch: app.fetch, port: 4200, hostname: "127.0.0.1" });
process.stdout.write(
  `The service: ${service.url}\nTeam administration: ${url} (log in as ${admin} with the password ${JSON.stringify(password)})\n`,
);
process.once("SIGINT", () => {
  server.close();
  void service.stop().then(() => process.exit(0));
});

/** The keys, which are written down when the demonstration has been made. */
async function keysOfDemo(): Promise<Keys> {
  if (!existsSync(keysFile)) {
    writeFileSync(keysFile, JSON.stringify(await makeDemo(createControls({ hosts: service.url }))));
  }
  return JSON.parse(readFileSync(keysFile, "utf8")) as Keys;
}

async function makeDemo({ controls, activity, access }: Controls): Promise<Keys> {
  const { team_id, members } = await controls.addTeam({
    name: "Stonemasons",
    licenses: 12,
    members: people.map((name, index) => {
      const [given_name = "", surname = ""] = name.split(" ");
      const email = `${given_name.toLowerCase()}@stonemasons.example`;
      return { given_name, surname, email, role: index === 0 ? "team_admin" : "member_only" };
    }),
  });
  await access.setPassword({ account_id: members[0]?.account_id ?? "", password });
  const { key: appKey, secret: appSecret } = await controls.addApp({
    name: "Team administration",
    kind: "team",
    permissions,
    redirect_uris: [`${url}/callback`],
  });
  const owner = { ".tag": "team_id", team_id } as const;
  const { access_token: accessToken } = await controls.issueToken({ app_key: appKey, owner });
  const { team } = createClient({ hosts: service.url, accessToken });
  for (const group_name of ["Quarry", "Workshop"]) {
    await team.groupsCreate({ group_name });
  }
  for (const name of ["Drawings", "Field data"]) {
    await team.teamFolderCreate({ name });
  }
  for (const { team_member_id } of members) {
    await activity.addWebSession({ team_member_id, updated: "2016-11-21T09:14:05Z" });
    await activity.addDesktopClient({ team_member_id, updated: "2016-11-20T17:40:00Z" });
  }
  await activity.addDays({
    team_id,
    days: pastDays().map((day, index) => ({
      day,
      team_size: 3 + Math.floor((index * 4) / days),
      licenses: 12,
      storage: members.map(({ team_member_id }, member) => ({
        team_member_id,
        shared_bytes: 2 ** 28 * (member + index),
        unshared_bytes: 2 ** 27 * index,
      })),
    })),
    events: pastDays().flatMap((day, index) =>
      members.flatMap(({ team_member_id }, member) =>
        // Nothing random, so that all demonstrations look alike; nobody works at the weekend.
        Array.from({ length: index % 7 < 5 ? (index * 5 + member * 3) % 8 : 0 }, (_, file) => ({
          day,
          kind: file === 0 ? "add" : "edit",
          team_member_id,
          subject: `${index}-${member}-${file}`,
        })),
      ),
    ),
  });
  return { appKey, appSecret };
}

/** The last days up to yesterday, as `YYYY-MM-DD`. */
function pastDays(): string[] {
  return Array.from({ length: days }, (_, index) =>
    new Date(Date.now() - (days - index) * 86_400_000).toISOString().slice(0, 10),
  );
}
