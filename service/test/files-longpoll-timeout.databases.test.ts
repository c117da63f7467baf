import { expect, test, vi } from "vitest";
import { newPerson, save } from "./support/files.js";
import { describeOwnService } from "./support/service.js";

describeOwnService("files/list_folder/longpoll, when nothing changes", (service) => {
  test("files/list_folder/longpoll ends after its timeout when nothing changes", async () => {
    const { client } = await newPerson(service);
    await save(client, "/F/a");
    const { cursor } = await client.files.listFolder({ path: "/F" });

    // The service runs in this process: the test holds the one timer of 47 seconds, and ends them.
    const realSetTimeout = globalThis.setTimeout;
    let endTimeout: (() => void) | undefined;
    vi.spyOn(globalThis, "setTimeout").mockImplementation((callback: () => void, delay?: number) => {
      if (delay === 47_000) {
        endTimeout = callback;
      }
      return realSetTimeout(callback, delay);
    });

    const ended = vi.fn();
    const waiting = service.post("files/list_folder/longpoll", "", { cursor, timeout: 47 });
    void waiting.then(ended);
    await expect.poll(() => endTimeout).toBeDefined();
    await save(client, "/elsewhere");
    expect(ended).not.toHaveBeenCalled();

    endTimeout?.();
    expect(await (await waiting).json()).toEqual({ changes: false });
  });
});
