import { isRedirectUri, registerApp } from "../access/app.js";
import { nameActor } from "../access/audit.js";
import type { Backend } from "../backend.js";
import { parseChoice, readOptions, requireOption, UsageError } from "./usage.js";

const allPermissions = ["Team information", "Team member management", "Team member file access"] as const;

/** Registers an app. Returns the text to print. */
export async function addApp({ database, clock, cursors }: Backend, args: readonly string[]): Promise<string> {
  const options = readOptions(args, {
    name: { type: "string" },
    kind: { type: "string", default: "user" },
    access: { type: "string", default: "full" },
    permission: { type: "string", multiple: true },
    "redirect-uri": { type: "string", multiple: true, default: [] },
    "token-flow": { type: "boolean", default: false },
    "token-hours": { type: "string" },
    production: { type: "boolean", default: false },
    public: { type: "boolean", default: false },
  });
  const name = requireOption("name", options.name);
  const kind = parseChoice("kind", options.kind, ["user", "team"]);
  const redirectUris = options["redirect-uri"];
  const insecure = redirectUris.find((uri) => !isRedirectUri(uri));
  if (insecure !== undefined) {
    throw new UsageError(
      `--redirect-uri is ${insecure}. It must use HTTPS, except on localhost, and must not have a fragment, a user name or a password.`,
    );
  }
  const permissions = options.permission ?? (kind === "team" ? allPermissions : []);
  const app = {
    name,
    publisher: null,
    publisherUrl: null,
    kind,
    access: parseChoice("access", options.access, ["full", "app_folder"]),
    permissions: permissions.map((permission) => parseChoice("permission", permission, allPermissions)),
    isInProduction: options.production,
    redirectUris,
    isPublic: options.public,
    allowsTokenFlow: options["token-flow"],
    tokenLifetime: readHours(options["token-hours"]),
    created: await clock.now(database),
  };
  const { key, secret } = await database.transaction(async (queries) => {
    await nameActor(queries, { through: "command add-app" });
    return registerApp(queries, cursors, app);
  });
  const secretLine = options.public ? "" : `  App secret  ${secret}\n`;
  return `The app ${JSON.stringify(name)} is registered.\n\n  App key     ${key}\n${secretLine}`;
}

/** Parses a number of hours, and returns it in seconds; null if the option is missing. */
function readHours(text: string | undefined): number | null {
  if (text === undefined) {
    return null;
  }
  const hours = Number(text);
  if (!Number.isInteger(hours) || hours < 1 || hours > 10_000) {
    throw new UsageError(`--token-hours is ${JSON.stringify(text)}. It must be an integer from 1 to 10000.`);
  }
  return hours * 3_600;
}
