import { createClient as createControls } from "#controls";
import { createClient, isApiError } from "cloud-storage-api";
import { addActivity } from "./add-activity.js";
import { daysUntilToday, nextDay } from "./days.js";
import { damagedDemo, isComplete, readDemoData, writeDemoData, type AppKeys, type DemoData } from "./demo-data.js";
import { addConsoleApp, makeDemo } from "./make-demo.js";

/**
 * Loads or creates the data of the demo, including activity up to today and the keys of the console. Rejects with a
 * `StartProblem` if the data does not match the database.
 */
export async function prepareData(
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
