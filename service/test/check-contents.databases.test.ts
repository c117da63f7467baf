import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { startService, type RunningService } from "../src/service.js";
import { readSettings } from "../src/settings.js";
import { newPerson, read, save } from "./support/files.js";
import { emptyFolder } from "./support/process.js";
import { freshData, testedService } from "./support/service.js";

const start = async (environment: Readonly<Record<string, string>>): Promise<RunningService> => {
  const running = await startService(readSettings({ LOG_LEVEL: "fatal", ...environment }));
  onTestFinished(() => running.stop().catch(() => undefined));
  return running;
};

const saveOne = async (running: RunningService): Promise<void> => {
  const { client } = await newPerson(testedService(() => running.url));
  await save(client, "/a.txt");
};

describe("the folder of contents", () => {
  const { server } = inject("databases");
  test("the folder of contents must belong to the database: foreign and empty ones are refused", async () => {
    const environment = await freshData(server, emptyFolder());
    const running = await start(environment);
    await saveOne(running);
    await running.stop();
    const contents = join(environment["DATA_FOLDER"] ?? "", "contents");
    const copy = join(emptyFolder(), "contents");
    cpSync(contents, copy, { recursive: true });

    rmSync(contents, { recursive: true });
    await expect(start(environment)).rejects.toThrow("does not have the contents of this database");
    writeFileSync(join(contents, "database-id"), "another one");
    await expect(start(environment)).rejects.toThrow("belongs to another database");
    rmSync(contents, { recursive: true });
    cpSync(copy, contents, { recursive: true });
    await (await start(environment)).stop();
  });

  test.skipIf(server === undefined)(
    "the folder of contents is shared by all processes on a server, or the second one does not start",
    async () => {
      const environment = await freshData(server, emptyFolder());
      const first = await start(environment);
      // Nothing is stored yet: the other process could still be taken for the only one.
      await expect(start({ ...environment, DATA_FOLDER: emptyFolder() })).rejects.toThrow(
        "All processes on one database must share the same DATA_FOLDER, or the same bucket.",
      );
      const second = await start(environment);
      const { client } = await newPerson(testedService(() => first.url));
      await save(client, "/a.txt");
      expect(await read(client, "/a.txt")).toBe("/a.txt");
      await second.stop();
    },
  );
});
