import { expect, test } from "vitest";
import { newPerson, save } from "./support/files.js";
import { describeOwnService } from "./support/service.js";

describeOwnService(
  "the limit of writes",
  (service) => {
    test("the limit of writes applies to each user's storage, and not to reads (B-247, B-248)", async () => {
      const [one, two] = [await newPerson(service), await newPerson(service)];
      await save(one.client, "/a");
      const copy = (token: string, index: number): Promise<Response> =>
        service.post("files/copy", token, { from_path: "/a", to_path: `/${index}` });
      const statuses: number[] = [];
      for (let index = 0; index < 5; index++) {
        const response = await copy(one.token, index);
        statuses.push(response.status);
        if (response.status === 429) {
          expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
          expect(await response.json()).toEqual({ reason: "too_many_write_operations" });
        }
      }
      // A minute may have begun meanwhile, from which on more is allowed.
      expect(statuses).toContain(429);
      expect((await copy(two.token, 0)).status).toBe(409);
      expect((await one.client.files.listFolder({ path: "" })).entries.length).toBeLessThan(6);
    });
  },
  { WRITES_PER_MINUTE: "2" },
);
