import type { Client } from "cloud-storage-api";
import { randomUUID } from "node:crypto";
import { Contradiction, type Ending, type Journal } from "./journal.js";

/** What was acknowledged: true; false if it is unknown whether it has happened. */
type Certainty = boolean;

/** Somebody who changes the members and groups of a team, one call after the other, and remembers what was acknowledged. */
export class TeamCaller {
  readonly #client: Client;
  readonly #journal: Journal;
  /** By email. */
  readonly #members = new Map<string, Certainty>();
  /** By id, with the emails of the members. */
  readonly #groups = new Map<string, Map<string, Certainty>>();
  #writes = 0;

  constructor(client: Client, journal: Journal) {
    this.#client = client;
    this.#journal = journal;
  }

  get writes(): number {
    return this.#writes;
  }

  async act(): Promise<void> {
    const choice = Math.random();
    if (this.#groups.size === 0 || choice < 0.1) {
      await this.#addGroup();
    } else if (this.#members.size === 0 || choice < 0.5) {
      await this.#addMember();
    } else if (choice < 0.9) {
      await this.#addToGroup();
    } else {
      await this.#journal.call("team/members/list", () => this.#checkMembers());
    }
  }

  /** Compares the team with what was acknowledged. Returns what is wrong. */
  async verify(client: Client): Promise<string[]> {
    const wrong = missing("members", this.#members, await emailsOfMembers(client));
    for (const [group_id, members] of this.#groups) {
      const emails = new Set<string>();
      const list = client.team.groupsMembersList({ group: { ".tag": "group_id", group_id } });
      for await (const { profile } of list.items()) {
        emails.add(profile.email);
      }
      wrong.push(...missing(`group ${group_id}`, members, emails));
      wrong.push(...[...emails].filter((email) => !members.has(email)).map((email) => `${email} is in ${group_id}`));
    }
    return wrong;
  }

  async #addMember(): Promise<void> {
    const member_email = `${randomUUID()}@example.com`;
    const person = { member_email, member_given_name: "Eve", member_surname: "Keystone" };
    const ending = await this.#withRetries("team/members/add", async (idempotencyKey) => {
      const added = await this.#client.team.membersAdd({ new_members: [person] }, { idempotencyKey });
      if (added[".tag"] !== "complete" || added.complete[0]?.[".tag"] !== "success") {
        throw new Contradiction(`a new member was not added: ${JSON.stringify(added)}`);
      }
    });
    this.#remember(this.#members, member_email, ending);
  }

  async #addGroup(): Promise<void> {
    const key = randomUUID();
    let id = "";
    const ending = await this.#withRetries("team/groups/create", async (idempotencyKey) => {
      const created = await this.#client.team.groupsCreate({ group_name: key }, { idempotencyKey });
      id = created.group_id;
    });
    if (ending === "done") {
      this.#writes += 1;
      this.#groups.set(id, new Map());
    }
  }

  async #addToGroup(): Promise<void> {
    const [group_id, members] = pick([...this.#groups]) ?? ["", new Map<string, Certainty>()];
    const email = pick([...this.#members].filter(([, isCertain]) => isCertain).map(([email]) => email)) ?? "";
    if (email === "" || members.has(email)) {
      return;
    }
    const { ending } = await this.#journal.call("team/groups/members/add", () =>
      this.#client.team.groupsMembersAdd({
        group: { ".tag": "group_id", group_id },
        members: [{ user: { ".tag": "email", email }, access_type: "member" }],
        return_members: false,
      }),
    );
    this.#remember(members, email, ending);
  }

  async #checkMembers(): Promise<void> {
    const certain = new Map([...this.#members].filter(([, isCertain]) => isCertain));
    const wrong = missing("members", certain, await emailsOfMembers(this.#client));
    if (wrong.length > 0) {
      throw new Contradiction(wrong.join("; "));
    }
  }

  #remember(place: Map<string, Certainty>, email: string, ending: Ending): void {
    if (ending !== "refused") {
      place.set(email, ending === "done");
      this.#writes += ending === "done" ? 1 : 0;
    }
  }

  /** Repeats a call with the same idempotency key until it is done. */
  async #withRetries(name: string, work: (key: string) => Promise<unknown>): Promise<Ending> {
    const key = randomUUID();
    for (let attempt = 0; attempt < 200; attempt++) {
      const { ending } = await this.#journal.call(name, () => work(key));
      if (ending === "done") {
        return "done";
      }
    }
    return "unknown";
  }
}

function missing(place: string, expected: ReadonlyMap<string, Certainty>, found: ReadonlySet<string>): string[] {
  const lost = [...expected].filter(([email, isCertain]) => isCertain && !found.has(email));
  return lost.map(([email]) => `${email} is not in ${place}`);
}

async function emailsOfMembers(client: Client): Promise<Set<string>> {
  const emails = new Set<string>();
  for await (const { profile } of client.team.membersList().items()) {
    emails.add(profile.email);
  }
  return emails;
}

function pick<Value>(values: readonly Value[]): Value | undefined {
  return values[Math.floor(Math.random() * values.length)];
}
