import { readdirSync } from "node:fs";
import { join } from "node:path";
import { generatedPackage, packageFolder, type AnyRoute } from "./packages.js";

export type ClientMethod = (...args: unknown[]) => Promise<unknown>;

/** The methods of a generated client by the names of their routes: `files/list_folder:1`. */
export async function clientMethods(name: string, client: Record<string, unknown>): Promise<Map<string, ClientMethod>> {
  const methods = new Map<string, ClientMethod>();
  for (const { folder, constant, route } of await generatedRoutes(name)) {
    const property = folder.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const namespace = client[property] as Record<string, ClientMethod>;
    // A constant cannot be called `delete`, a method can.
    const method = namespace[constant] ?? namespace[constant.replace(/_$/, "")];
    if (method !== undefined) {
      methods.set(`${route.name}:${route.version}`, method.bind(namespace));
    }
  }
  return methods;
}

/** The routes of a generated package, with the folders and the names of their constants. */
export async function generatedRoutes(
  name: string,
): Promise<{ readonly folder: string; readonly constant: string; readonly route: AnyRoute }[]> {
  const entries = readdirSync(join(await packageFolder(name), "dist"), { withFileTypes: true });
  const folders = entries.filter(
    (entry) => entry.isDirectory() && !["runtime", "server", "oauth", "testing"].includes(entry.name),
  );
  const found = await Promise.all(
    folders.map(async ({ name: folder }) =>
      Object.entries(await generatedPackage(name, folder)).flatMap(([constant, route]) =>
        isRoute(route) ? [{ folder, constant, route }] : [],
      ),
    ),
  );
  return found.flat();
}

function isRoute(value: unknown): value is AnyRoute {
  return typeof value === "object" && value !== null && "decodeArg" in value;
}
