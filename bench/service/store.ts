import { quiet, startChild } from "../child.js";
import { mebibyte, storedFile, teamSize, userCount, type Place, type Stored } from "./stored.js";

type Call = <Result>(path: string, arg: object) => Promise<Result>;

/** Fills a new database with the test controls of the service. `serve` is the module that starts it. */
export async function store(place: Place, serve: string): Promise<Stored> {
  const { child, said: port } = await startChild(serve, ["ours", JSON.stringify(place), "with test controls"], quiet);
  try {
    const url = `http://127.0.0.1:${String(port)}`;
    const call: Call = async (path, arg) => {
      const headers = { "Content-Type": "application/json" };
      return json(await fetch(`${url}/test/controls/${path}`, { method: "POST", headers, body: JSON.stringify(arg) }));
    };
    const stored = { ...place, teamToken: await newTeam(call), userTokens: await newUsers(call) };
    for (const token of stored.userTokens) {
      const headers = { Authorization: `Bearer ${token}`, "Service-API-Arg": JSON.stringify({ path: storedFile }) };
      await json(await fetch(`${url}/2/files/upload`, { method: "POST", headers, body: mebibyte }));
    }
    return stored;
  } finally {
    child.kill();
  }
}

async function newTeam(call: Call): Promise<string> {
  const members = Array.from({ length: teamSize }, (_, index) => ({
    email: `member-${index}@example.com`,
    role: index === 0 ? "team_admin" : "member_only",
  }));
  const { team_id } = await call<{ team_id: string }>("add_team", { members });
  return newToken(call, { ".tag": "team_id", team_id }, "team");
}

async function newUsers(call: Call): Promise<string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < userCount; index++) {
    const { account_id } = await call<{ account_id: string }>("add_account", { email: `user-${index}@example.com` });
    tokens.push(await newToken(call, { ".tag": "account_id", account_id }, "user"));
  }
  return tokens;
}

async function newToken(call: Call, owner: object, kind: "user" | "team"): Promise<string> {
  const permissions = kind === "team" ? ["Team information"] : [];
  const { key } = await call<{ key: string }>("add_app", { kind, permissions, redirect_uris: [] });
  return (await call<{ access_token: string }>("issue_token", { app_key: key, owner })).access_token;
}

async function json<Result>(response: Response): Promise<Result> {
  if (!response.ok) {
    throw new Error(`${response.url} has answered ${response.status}: ${await response.text()}`);
  }
  return (await response.json()) as Result;
}
