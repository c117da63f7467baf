import { setTimeout } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { newPerson, save } from "./support/files.js";
import { describeService } from "./support/service.js";

describeService("PROD-31: the changes of a folder", (service) => {
  test("PROD-31: the changes of a folder are seen once and in order, by somebody who stops and continues at a stored cursor", async () => {
    const { client } = await newPerson(service);
    await save(client, "/F/0");
    const names: string[] = [];
    let cursor: string | undefined;
    const read = async (until: number): Promise<void> => {
      const changes = client.files.listFolder({ path: "/F" }).changes({ cursor });
      for await (const page of changes) {
        names.push(...(page.reset === true ? ["reset"] : page.entries.map(({ name }) => name)));
        cursor = changes.cursor;
        if (names.length >= until) {
          return;
        }
      }
    };
    const write = async (from: number, to: number): Promise<void> => {
      for (let name = from; name < to; name++) {
        await save(client, `/F/${name}`);
        await setTimeout(10);
      }
    };
    await Promise.all([read(6), vi.waitUntil(() => names.length > 0, { timeout: 500_000 }).then(() => write(1, 6))]);
    await write(6, 9);
    await Promise.all([read(12), write(9, 12)]);
    expect(names).toEqual(Array.from({ length: 12 }, (_, name) => String(name)));
  });
});
