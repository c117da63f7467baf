import { expect, onTestFinished, test, vi } from "vitest";
import { newPerson, save } from "./support/files.js";
import { describeOwnService } from "./support/service.js";

// Connections are not to time out while the fake timers run ahead of the database.
const environment = { DB_TIMEOUT: "600000" };

describeOwnService(
  "files/list_folder/longpoll, when nothing changes",
  (service) => {
    test("files/list_folder/longpoll ends after its timeout when nothing changes", async () => {
      const { client } = await newPerson(service);
      await save(client, "/F/a");
      const { cursor } = await client.files.listFolder({ path: "/F" });
      const ended = vi.fn();
      // The service runs in this process: its fake timers make the half minute pass at once.
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      onTestFinished(() => void vi.useRealTimers());
      const waiting = service.post("files/list_folder/longpoll", "", { cursor, timeout: 30 });
      void waiting.then(ended);
      await save(client, "/elsewhere");
      let seconds = 0;
      while (ended.mock.calls.length === 0) {
        await vi.advanceTimersByTimeAsync(1_000);
        await new Promise(setImmediate);
        seconds += 1;
      }
      expect(seconds).toBeGreaterThanOrEqual(30);
      expect(await (await waiting).json()).toEqual({ changes: false });
    });
  },
  environment,
);
