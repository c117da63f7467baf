import type { Exports } from "../../support/packages.js";
import type { Cursors } from "./cursors.js";

/** More members than this are refused. */
const capacity = 500;

interface Member {
  readonly member_id: string;
  readonly email: string;
}

interface Selector {
  readonly ".tag": "member_id" | "email";
  readonly member_id?: string;
  readonly email?: string;
}

/** The handlers of the namespace `team`, with their state. */
export function teamHandlers(routes: Exports, server: Exports, cursors: Cursors): Exports {
  const { routeError } = server;
  /** By the numbers in their ids, in this order. */
  const members = new Map<number, Member>();
  let added = 0;

  function find(selector: Selector): Member | undefined {
    return [...members.values()].find((member) =>
      selector[".tag"] === "email" ? member.email === selector.email : member.member_id === selector.member_id,
    );
  }

  function page(limit: number, after: number): unknown {
    const rest = [...members].filter(([number]) => number > after);
    const shown = rest.slice(0, limit);
    return {
      members: shown.map(([, member]) => member),
      cursor: cursors.write("team", limit, shown.at(-1)?.[0] ?? after),
      has_more: rest.length > limit,
    };
  }

  return {
    info: () => ({ name: "Workshop", members: members.size, quota: 2 ** 40, ratio: 0.5 }),
    whoami: (caller: { kind: string }) => ({ kind: caller.kind }),
    membersAdd: (arg: Member) => {
      const present = find({ ".tag": "email", email: arg.email });
      if (present !== undefined) {
        throw routeError(routes["membersAdd"], { ".tag": "already_member", ...present });
      }
      if (members.size >= capacity) {
        throw routeError(routes["membersAdd"], { ".tag": "team_full" });
      }
      added += 1;
      const member = { ...arg, member_id: `m:${String(added)}` };
      members.set(added, member);
      return member;
    },
    membersGet: ({ users }: { users: Selector[] }) =>
      users.map((user) => {
        const member = find(user);
        const id = user.member_id ?? user.email;
        return member === undefined ? { ".tag": "id_not_found", id_not_found: id } : { ".tag": "member", ...member };
      }),
    membersList: ({ limit }: { limit: number }) => page(limit, 0),
    membersListContinue: ({ cursor }: { cursor: string }) => {
      const [limit, after] = cursors.read("team", cursor, routes["membersListContinue"]);
      return page(Number(limit), Number(after));
    },
    membersRemove: ({ user }: { user: Selector }) => {
      const member = find(user);
      if (member === undefined) {
        throw routeError(routes["membersRemove"], { ".tag": "not_found" });
      }
      members.delete(Number(member.member_id.slice(2)));
    },
  };
}
