import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { importModule } from "../codecs/task.js";
import { ownCpu } from "../contender.js";
import { bareServer } from "./bare.js";
import type { Stored } from "./stored.js";
import type { Usage } from "./task.js";

interface ServiceModule {
  readonly startService: (settings: unknown) => Promise<{ readonly url: string }>;
}

interface SettingsModule {
  readonly readSettings: (environment: Readonly<Record<string, string>>) => unknown;
}

/**
 * `node serve.js name stored [controls]`: the service or the bare server on any free port. It sends the port to its parent, and
 * then answers messages with its resource usage; before answering `collect`, it collects garbage.
 */
const [name = "", text = "", controls] = process.argv.slice(2);
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const port = await startOnPort(name, JSON.parse(text) as Stored);
process.on("message", (message) => process.send?.(usage(message === "collect")));
process.on("disconnect", () => process.exit());
process.on("SIGTERM", () => process.exit()); // so that `--cpu-prof` writes its profile
process.send?.(port);

function usage(collect: boolean): Usage {
  if (collect) {
    collectGarbage();
  }
  const { rss, heapUsed } = process.memoryUsage();
  return { cpu: ownCpu(), memory: rss, ...(collect && { heap: heapUsed }) };
}

async function startOnPort(name: string, stored: Stored): Promise<number> {
  switch (name) {
    case "ours":
      return startReferenceService(stored);
    case "bare": {
      const server = bareServer(stored).listen(0, "127.0.0.1");
      await new Promise((done) => server.once("listening", done));
      return (server.address() as AddressInfo).port;
    }
    default:
      throw new Error(`there is no server '${name}'`);
  }
}

/** Returns the service as its users start it. */
async function startReferenceService({ service, databaseUrl, folder }: Stored): Promise<number> {
  const { startService } = await importModule<ServiceModule>(join(service, "service.js"));
  const { readSettings } = await importModule<SettingsModule>(join(service, "settings.js"));
  const environment = {
    PORT: "0",
    DATABASE_URL: databaseUrl,
    SECRET_KEY: "of benchmarks, where nothing is secret",
    DATA_FOLDER: folder,
    TEST_CONTROLS: controls === undefined ? "0" : "1",
  };
  const { url } = await startService(readSettings(environment));
  return Number(new URL(url).port);
}
