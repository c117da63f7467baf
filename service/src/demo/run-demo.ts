import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { adminServer } from "#admin";
import { createClient as createControls } from "#controls";
import { serve, type ServerType } from "@hono/node-server";
import { createClient, isApiError } from "cloud-storage-api";
import { portInUse } from "../explain-start.js";
import { startService } from "../service.js";
import type { Settings } from "../settings.js";
import { StartProblem } from "../start-problem.js";
import { addActivity, daysUntilToday, nextDay } from "./activity.js";
import {
  type AppKeys,
  damagedDemo,
  type DemoData,
  isComplete,
  prepareFolder,
  readDemoData,
  writeDemoData,
} from "./demo-data.js";
import { addConsoleApp, makeDemo } from "./make-demo.js";
import { admin } from "./team.js";

/**
 * Starts the service and the console, which run until a signal stops them. Rejects with a `StartProblem` if one of them cannot
 * start.
 */
export async function runDemo(settings: Settings, consolePort: number): Promise<void> {
  const { folder } = settings;
  process.stdout.write(
    "\n  Starting the reference service and the admin console with a sample team. The first start takes a while.\n",
  );
  await prepareFolder(folder);
  await checkPorts(settings, consolePort);
  const service = await startService(settings);
  const { url, setHandler, close } = await listen(consolePort);
  const { data, keys } = await prepareData(folder, service.url, url);
  const app = adminServer({
    // Passkeys cannot belong to an IP address.
    serviceUrl: service.url.replace("//127.0.0.1:", "//localhost:"),
    url,
    appKey: keys.key,
    appSecret: keys.secret,
    pageFolder: fileURLToPath(new URL("../admin/page", import.meta.url)),
  });
  setHandler((request) => app.fetch(request));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      close();
      void service.stop().then(() => process.exit(0));
    });
  }
  process.stdout.write(greeting(service.url, url, folder, data));
}

/** Rejects with a {@link StartProblem} that names all ports of the demo that are in use. */
export async function checkPorts({ host, port }: Settings, consolePort: number): Promise<void> {
  const ports = [...new Set([port, consolePort])].filter((each) => each !== 0);
  if (port === consolePort && port !== 0) {
    throw new StartProblem(`PORT and ADMIN_PORT are both ${port}. Choose another ADMIN_PORT, such as ${port + 1}.`);
  }
  const [first, second] = await findTakenPorts(host, ports);
  if (first !== undefined && second !== undefined) {
    throw new StartProblem(
      `Ports ${first} and ${second} are in use. Stop the programs that use them, or choose other ports: PORT=${port + 1000} ADMIN_PORT=${consolePort + 1000} npm run demo`,
    );
  }
  if (first !== undefined) {
    throw new StartProblem(portInUse(first, first === port ? "PORT" : "ADMIN_PORT"));
  }
}

/** Returns the text that the demo prints after the start: URLs, credentials and an example call. */
function greeting(serviceUrl: string, consoleUrl: string, folder: string, { token, sample }: DemoData): string {
  return `
  Admin console   ${consoleUrl}
                  Log in as ${admin.email} with the password ${JSON.stringify(admin.password)}.
  Service         ${serviceUrl}

  A first call, which lists Ada's files:

    curl ${serviceUrl}/2/files/list_folder \\
      -H 'Authorization: Bearer ${token}' \\
      -H 'Content-Type: application/json' \\
      -d '{"path": ""}'

  App key         ${sample.key}
  App secret      ${sample.secret}
                  A sample application of users, for OAuth with the redirect URI http://localhost:8080/callback.
  Invitations     npm run demo -- invitations
                  Lists the links of invitations, as the service sends no mail. "npm run demo -- help" has more commands.
  Test controls   ${serviceUrl}/test/...
                  On in the demo: without a token, they add teams and apps, issue tokens, move the clock and inject
                  faults. service/README.md describes them. Never let others reach them.
  Data            ${folder}
                  Delete this folder to start over. Press Ctrl+C to stop.

`;
}

type Handler = (request: Request) => Response | Promise<Response>;

/** A server whose handler is set later, because the handler depends on the URL. */
interface Listening {
  readonly url: string;
  readonly setHandler: (handler: Handler) => void;
  readonly close: () => void;
}

/** Listens for requests to the console, on this machine only. Port 0 selects any free port. */
async function listen(port: number): Promise<Listening> {
  let handler: Handler = () => new Response("The demo is starting. Reload the page in a moment.", { status: 503 });
  const server = await new Promise<ServerType>((done, fail) => {
    const options = { fetch: (request: Request) => handler(request), port, hostname: "127.0.0.1" };
    const starting = serve(options, () => done(starting));
    starting.once("error", () => fail(new StartProblem(portInUse(port, "ADMIN_PORT"))));
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    setHandler(next) {
      handler = next;
    },
    close: () => server.close(),
  };
}

/**
 * Loads or creates the data of the demo, including activity up to today and the keys of the console. Rejects with a
 * `StartProblem` if the data does not match the database.
 */
async function prepareData(
  folder: string,
  serviceUrl: string,
  consoleUrl: string,
): Promise<{ readonly data: DemoData; readonly keys: AppKeys }> {
  const demo = isComplete(folder) ? await addRecentActivity(folder, serviceUrl) : await makeDemo(serviceUrl);
  const keys = demo.consoles[consoleUrl] ?? (await addConsoleApp(serviceUrl, consoleUrl));
  const data = { ...demo, consoles: { ...demo.consoles, [consoleUrl]: keys }, lastConsole: consoleUrl };
  writeDemoData(folder, data);
  return { data, keys };
}

/** Loads the data of the demo, and adds activity since the last start, so that charts end today. */
async function addRecentActivity(folder: string, serviceUrl: string): Promise<DemoData> {
  const data = readDemoData(folder);
  await createClient({ hosts: serviceUrl, accessToken: data.token })
    .files.listFolder({ path: "" })
    .catch((thrown: unknown) => {
      throw isApiError(thrown) && thrown.name === "AuthenticationError" ? damagedDemo(folder) : thrown;
    });
  const today = daysUntilToday(undefined).at(-1) ?? data.lastDay;
  if (data.lastDay < today) {
    await addActivity(createControls({ hosts: serviceUrl }), data.teamId, data.memberIds, nextDay(data.lastDay));
  }
  return { ...data, lastDay: today };
}

/** Returns the given ports that are in use. */
async function findTakenPorts(host: string, ports: readonly number[]): Promise<number[]> {
  const taken = await Promise.all(ports.map((port) => isTaken(host, port)));
  return ports.filter((_, index) => taken[index]);
}

function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once("error", () => done(true));
    server.listen(port, host, () => server.close(() => done(false)));
  });
}
