import { createClient as createControls } from "#controls";
import { createClient, isApiError } from "cloud-storage-api";
import { addActivity } from "./add-activity.js";
import { daysUntilToday, nextDay } from "./days.js";
import { damagedDemo, isMade, readDemoData, writeDemoData, type AppKeys, type DemoData } from "./demo-data.js";
import { addConsoleApp, makeDemo } from "./make-demo.js";

/**
 * The data of the demo, with activity until today and with the keys of the console. They are made if there are none.
 * Throws a `StartProblem` if they do not fit the database.
 */
export async function prepareData(
  folder: string,
  serviceUrl: string,
  consoleUrl: string,
): Promise<{ readonly data: DemoData; readonly keys: AppKeys }> {
  const made = isMade(folder) ? await catchUp(folder, serviceUrl) : await makeDemo(serviceUrl);
  const keys = made.consoles[consoleUrl] ?? (await addConsoleApp(serviceUrl, consoleUrl));
  const data = { ...made, consoles: { ...made.consoles, [consoleUrl]: keys } };
  writeDemoData(folder, data);
  return { data, keys };
}

/** Adds what has happened since the last start: charts end today. */
async function catchUp(folder: string, serviceUrl: string): Promise<DemoData> {
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
