import { createClient as createControls, type Client as Controls } from "#controls";
import { createClient, type Client } from "cloud-storage-api";
import { addActivity, addDevices, daysUntilToday } from "./activity.js";
import type { AppKeys, DemoData } from "./demo-data.js";
import { admin, groups, people } from "./team.js";

/** The files of the administrator. `/Drawings` is a team folder. */
const files: Readonly<Record<string, string>> = {
  "/Welcome.md": `# Welcome to the demo

This storage belongs to Ada Pillar. List it, search it, upload into it: the data are yours to change.
Delete the folder service/data/demo to start over.
`,
  "/Plans/Bell tower.svg": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 80">
  <path d="M8 80V24L20 4l12 20v56ZM16 80V64h8v16Z" fill="none" stroke="black"/>
</svg>
`,
  "/Plans/Bell tower.md":
    "Height 31 m, footprint 7 by 7 m, sandstone.\nThe scaffold stands until the end of the month.\n",
  "/Plans/Archive/Cloister.md": "Twelve bays, four of them restored.\n",
  "/Invoices/2026-01.csv":
    "date,customer,amount\n2026-01-12,Parish of St. Anne,4200.00\n2026-01-28,City museum,1850.50\n",
  "/Invoices/2026-02.csv": "date,customer,amount\n2026-02-03,City museum,990.00\n2026-02-19,Harbour office,7300.00\n",
  "/Notes/Mortar.txt": "Lime and sand, 1 to 3. Keep it wet for three days.\n",
  "/Drawings/Facade.md": "North facade, scale 1:50. Stones 14 to 32 are to be replaced.\n",
  "/Drawings/Details/Corbel.md": "Corbel with acanthus, 40 cm.\n",
};

/** Uploads the files of the demo. The client must act for the administrator. */
async function addFiles({ files: api }: Client): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await api.upload({ path }, text);
  }
}

const permissions = ["Team information", "Team member management", "Team member file access"];

/** The redirect URI of the sample app: a server of the developer, which does not have to exist. */
const sampleCallback = "http://localhost:8080/callback";

/** Creates the demo: a team with groups, folders, files, devices, apps and activity. */
export async function makeDemo(serviceUrl: string): Promise<DemoData> {
  const controls = createControls({ hosts: serviceUrl });
  const { team_id, members } = await controls.controls.addTeam({
    name: "Stonemasons",
    licenses: 40,
    members: people.map(({ group: _, ...member }) => member),
  });
  const joinedMembers = members.flatMap((member, index) => {
    const person = people[index];
    return person === undefined || person.status === "invited" ? [] : [{ ...member, person }];
  });
  const [ada] = joinedMembers;
  if (ada === undefined) {
    throw new Error("The demo has no administrator.");
  }
  await controls.access.setPassword({ account_id: ada.account_id, password: admin.password });
  const maker = await controls.controls.addApp({ name: "Demo data", kind: "team", permissions, redirect_uris: [] });
  const { access_token: accessToken } = await controls.controls.issueToken({
    app_key: maker.key,
    owner: { ".tag": "team_id", team_id },
  });
  const client = createClient({ hosts: serviceUrl, accessToken });
  await addGroups(client, joinedMembers);
  await addFolders(controls, client, team_id, joinedMembers);
  await addFiles(client.asMember(ada.team_member_id));
  await addDevices(
    controls,
    joinedMembers.map(({ team_member_id, person }) => ({ id: team_member_id, name: person.given_name })),
  );
  await addLinkedApps(controls, joinedMembers);
  const memberIds = joinedMembers.map(({ team_member_id }) => team_member_id);
  await addActivity(controls, team_id, memberIds, undefined);
  const sample = await addApp(controls, "Sample application");
  const { access_token: token } = await controls.controls.issueToken({
    app_key: sample.key,
    owner: { ".tag": "account_id", account_id: ada.account_id },
  });
  return { teamId: team_id, memberIds, lastDay: daysUntilToday(undefined).at(-1) ?? "", consoles: {}, sample, token };
}

/** Registers the console at a URL as an app. */
export function addConsoleApp(serviceUrl: string, consoleUrl: string): Promise<AppKeys> {
  return createControls({ hosts: serviceUrl }).controls.addApp({
    name: "Admin console",
    kind: "team",
    permissions,
    redirect_uris: [`${consoleUrl}/callback`],
    is_public: false,
    token_lifetime: 8 * 3_600,
  });
}

type JoinedMembers = readonly {
  readonly team_member_id: string;
  readonly account_id: string;
  readonly person: (typeof people)[number];
}[];

async function addGroups({ team }: Client, joinedMembers: JoinedMembers): Promise<void> {
  for (const group_name of groups) {
    const group_management_type = { ".tag": group_name === "Office" ? "company_managed" : "user_managed" } as const;
    const { group_id } = await team.groupsCreate({ group_name, group_management_type });
    const members = joinedMembers.filter(({ person }) => person.group === group_name && person.status === "active");
    await team
      .groupsMembersAdd({
        group: { ".tag": "group_id", group_id },
        members: members.map(({ team_member_id }, index) => ({
          user: { ".tag": "team_member_id", team_member_id },
          access_type: { ".tag": index === 0 && group_name !== "Office" ? "owner" : "member" },
        })),
        return_members: false,
      })
      .waitFor();
  }
}

async function addFolders(
  { storage }: Controls,
  { team }: Client,
  team_id: string,
  joinedMembers: JoinedMembers,
): Promise<void> {
  await storage.addTeamFolder({
    team_id,
    name: "Drawings",
    members: joinedMembers.slice(0, 6).map(({ account_id }) => ({ account_id, mount_path: "/Drawings" })),
  });
  for (const name of ["Field data", "Safety", "Tenders"]) {
    await team.teamFolderCreate({ name });
  }
  const { team_folder_id } = await team.teamFolderCreate({ name: "Anniversary 2025" });
  await team.teamFolderArchive({ team_folder_id }).waitFor();
}

async function addLinkedApps(controls: Controls, joinedMembers: JoinedMembers): Promise<void> {
  const calendar = await addApp(controls, "Site calendar", "Plumb Line Ltd.");
  const sketches = await addApp(controls, "Sketch sync", "Open Drawing Project");
  for (const [index, { account_id }] of joinedMembers.entries()) {
    for (const { key } of [...(index % 2 === 0 ? [calendar] : []), ...(index % 5 === 1 ? [sketches] : [])]) {
      await controls.controls.issueToken({ app_key: key, owner: { ".tag": "account_id", account_id } });
    }
  }
}

async function addApp({ controls }: Controls, name: string, publisher?: string): Promise<AppKeys> {
  return controls.addApp({
    name,
    ...(publisher !== undefined && { publisher }),
    permissions: [],
    redirect_uris: [sampleCallback],
  });
}
