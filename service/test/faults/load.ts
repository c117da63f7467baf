import { createClient, type Client } from "cloud-storage-api";
import { setTimeout } from "node:timers/promises";
import { testedService } from "../support/service.js";
import { FileCaller } from "./file-caller.js";
import { Journal } from "./journal.js";
import { TeamCaller } from "./team-caller.js";

/** How many callers there are of each kind. */
const callers = { files: 8, teams: 2 };

/** A pause between the calls of one caller, in milliseconds: the service should be busy, not overloaded. */
const pause = 15;

/** Somebody who makes calls, with the token of theirs. */
interface Participant {
  readonly caller: FileCaller | TeamCaller;
  readonly token: string;
}

/** Concurrent calls of several people, who remember what was acknowledged. */
export class Load {
  readonly journal: Journal;
  readonly participants: readonly Participant[];
  #running: Promise<unknown> = Promise.resolve();
  #isOver = false;

  private constructor(journal: Journal, participants: readonly Participant[]) {
    this.journal = journal;
    this.participants = participants;
  }

  /** Adds the people to a service. */
  static async prepare(url: string): Promise<Load> {
    const journal = new Journal();
    const service = testedService(() => url);
    const participants: Participant[] = [];
    for (let count = 0; count < callers.files; count++) {
      const { account_id } = await service.controls.addAccount({ email: `person-${count}@example.com` });
      const token = await service.userToken(account_id);
      const caller = new FileCaller(impatientClient(url, token), journal);
      await caller.prepare();
      participants.push({ caller, token });
    }
    const { token } = await service.team([], { licenses: 100_000 });
    for (let count = 0; count < callers.teams; count++) {
      participants.push({ caller: new TeamCaller(impatientClient(url, token), journal), token });
    }
    return new Load(journal, participants);
  }

  start(): void {
    const run = async ({ caller }: Participant): Promise<void> => {
      while (!this.#isOver) {
        await caller.act();
        await setTimeout(pause);
      }
    };
    this.#running = Promise.all(this.participants.map(run));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** The number of acknowledged calls that have changed something. */
  get writes(): number {
    return this.participants.reduce((sum, { caller }) => sum + caller.writes, 0);
  }

  /** Compares the data of a service with what was acknowledged. Returns what is wrong. */
  async verify(url: string): Promise<string[]> {
    const wrong: string[] = [];
    for (const { caller, token } of this.participants) {
      wrong.push(...(await caller.verify(createClient({ hosts: url, accessToken: token }))));
    }
    return wrong;
  }
}

/** A client that does not retry, so that each response is recorded. */
function impatientClient(url: string, accessToken: string): Client {
  return createClient({ hosts: url, accessToken, retry: false, timeoutMs: { attemptMs: 60_000, idleMs: 60_000 } });
}
