import { describe, expect, test } from "vitest";
import { newPerson, save } from "./support/files.js";
import { startForSuite } from "./support/service.js";

// This waits for half a minute, whatever the database: one kind is enough, and a file of its own keeps up no other test.
describe("files/list_folder/longpoll, when nothing changes", () => {
  const [service] = startForSuite(undefined);

  test("ends after its timeout", async () => {
    const { client } = await newPerson(service);
    await save(client, "/F/a");
    const { cursor } = await client.files.listFolder({ path: "/F" });
    const waiting = service.client.files.listFolderLongpoll({ cursor, timeout: 30 });
    await save(client, "/elsewhere");
    expect(await waiting).toMatchObject({ changes: false });
  });
});
