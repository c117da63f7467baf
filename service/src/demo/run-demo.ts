import { adminServer } from "#admin";
import { fileURLToPath } from "node:url";
import { startService } from "../service.js";
import type { Settings } from "../settings.js";
import { checkPorts } from "./check-ports.js";
import { prepareFolder } from "./prepare-folder.js";
import { greeting } from "./greeting.js";
import { listen } from "./listen.js";
import { prepareData } from "./prepare-data.js";

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
