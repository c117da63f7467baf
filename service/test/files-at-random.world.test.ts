import type { Client } from "cloud-storage-api";
import type { ListFolderResult, Metadata } from "cloud-storage-api/files";
import { expect, test } from "vitest";
import { newPerson, save, type Person } from "./support/files.js";
import { describeService, type TestedService } from "./support/service.js";

/** Numbers from 0 to `below`, the same ones for the same seed (a linear congruential generator). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

/** Two people with a shared folder at `/S`. */
async function pair(service: TestedService): Promise<[Person, Person]> {
  const [one, two] = [await newPerson(service, { quota: 100_000 }), await newPerson(service)];
  await service.storage.addSharedFolder({
    owner: one.account,
    members: [one, two].map(({ account }) => ({ account_id: account, mount_path: "/S" })),
  });
  return [one, two];
}

/** Makes a random call in a storage, which may fail if it is not possible. */
async function makeRandomCall({ files }: Client, next: (below: number) => number): Promise<void> {
  const name = (): string => ["a", "B", "c.txt", "D d"][next(4)] ?? "";
  const path = (): string => (next(3) === 0 ? "/S" : "") + `/${name()}`.repeat(1 + next(3));
  const relocation = { from_path: path(), to_path: path(), autorename: next(2) === 0, allow_shared_folder: true };
  switch (next(7)) {
    case 0:
      await files.delete({ path: path() }).outcome();
      break;
    case 1:
      await files.createFolder({ path: path() }).outcome();
      break;
    case 2:
    case 3:
      await files.copy(relocation).outcome();
      break;
    case 4:
      await files.move(relocation).outcome();
      break;
    default:
      await files.upload({ path: path(), mode: "overwrite" }, "x".repeat(next(9))).outcome();
  }
}

/** A storage as a client knows it that only follows the listing. */
class Follower {
  readonly #client: Client;
  readonly #known = new Map<string, string>();
  #cursor: string | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** What there is, after all that has happened. */
  async look(): Promise<string[]> {
    for (let hasMore = true; hasMore;) {
      const page = await this.#page();
      page.entries.forEach((entry) => this.#learn(entry));
      [this.#cursor, hasMore] = [page.cursor, page.has_more];
    }
    return [...this.#known.values()].sort();
  }

  async #page(): Promise<ListFolderResult> {
    return this.#cursor === undefined
      ? this.#client.files.listFolder({ path: "", recursive: true })
      : this.#client.files.listFolderContinue({ cursor: this.#cursor });
  }

  #learn(entry: Metadata): void {
    const key = entry.path_lower ?? "";
    if (entry[".tag"] !== "folder") {
      [...this.#known.keys()]
        .filter((known) => known.startsWith(`${key}/`))
        .forEach((known) => this.#known.delete(known));
    }
    if (entry[".tag"] === "deleted") {
      this.#known.delete(key);
    } else {
      this.#known.set(key, `${entry.path_display ?? ""} ${entry[".tag"] === "file" ? entry.rev : ""}`);
    }
  }
}

describeService("random calls on files", (service) => {
  test.each([1, 2, 3])(
    "random calls on files keep the trees consistent, and listings report all changes (seed %i)",
    async (seed) => {
      const people = await pair(service);
      const next = random(seed);
      const followers = people.map(({ client }) => new Follower(client));
      for (let round = 0; round < 12; round++) {
        for (let step = 0; step < 6; step++) {
          await makeRandomCall((people[next(2)] ?? people[0]).client, next);
        }
        for (const [index, follower] of followers.entries()) {
          expect(await follower.look()).toEqual(await new Follower((people[index] ?? people[0]).client).look());
        }
      }
      expect(await service.storage.findInconsistencies()).toEqual([]);
    },
  );

  test("the trees of files stay consistent during many concurrent calls", async () => {
    const people = await pair(service);
    const next = random(4);
    for (let round = 0; round < 8; round++) {
      await Promise.all(people.flatMap(({ client }) => [1, 2, 3].map(() => makeRandomCall(client, next))));
    }
    await save(people[0].client, "/the end");
    expect(await service.storage.findInconsistencies()).toEqual([]);
  });
});
