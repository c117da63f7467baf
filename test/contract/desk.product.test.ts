import { expect, test } from "vitest";
import { renderText } from "../../src/contract/report/text.js";
import { testServer } from "../../src/project/generate/test-server.js";
import type { ContractReport } from "../../src/index.js";
import { folderWith } from "../cli/command-line.js";

const spec = `namespace desk

alias TicketId = String(pattern="T-[0-9]{5}")

struct Ticket
    id TicketId
    subject String(min_length=1, max_length=80)
struct OpenArg
    subject String(min_length=1, max_length=80)
struct TicketArg
    id TicketId
struct PhotoArg
    ticket TicketId
struct Photo
    size UInt64
struct ListArg
    limit UInt32(min_value=1, max_value=50) = 10
struct ListContinueArg
    cursor String(min_length=1)
struct ListResult
    tickets List(Ticket)
    cursor String(min_length=1)
    has_more Boolean
union Error
    not_found
    none
    quarantined
union CursorError
    bad_cursor

route open(OpenArg, Ticket, Void)
route get(TicketArg, Ticket, Error)
route before(TicketArg, Ticket, Error)
route list(ListArg, ListResult, Void)
route list/continue(ListContinueArg, ListResult, CursorError)
route photo/upload(PhotoArg, Photo, Error)
    attrs
        style = "upload"
route photo/download(TicketArg, Photo, Error)
    attrs
        style = "download"
route log/upload(TicketArg, Photo, Error)
    attrs
        style = "upload"
route log/download(TicketArg, Photo, Error)
    attrs
        style = "download"
`;

type Fault = "size" | "cut" | "range" | "quarantined" | "get-last" | "get-first" | "first-lost";
type Arg = Readonly<Record<string, unknown>>;

class Refused extends Error {}

/** A server of a help desk by hand. Photos are replaced, and logs are appended to. */
class Desk {
  readonly #fault: Fault | undefined;
  readonly #tickets = new Map<string, object>();
  readonly #contents = new Map<string, Uint8Array<ArrayBuffer>>();

  constructor(fault: Fault | undefined) {
    this.#fault = fault;
    Array.from({ length: 7 }, (_, index) => this.#open(`Ticket ${index}`));
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    if (request.headers.get("authorization") !== "Bearer t") {
      return new Response("no", { status: 401 });
    }
    const route = new URL(request.url).pathname.replace("/2/desk/", "");
    const sent = new Uint8Array(await request.arrayBuffer());
    const isRpc = !route.endsWith("load");
    try {
      const arg = JSON.parse(
        isRpc ? new TextDecoder("utf-8", { fatal: true }).decode(sent) : (request.headers.get("service-api-arg") ?? ""),
      ) as Arg;
      return this.#answer(route, arg, sent, request.headers.get("range"));
    } catch (thrown) {
      return thrown instanceof Refused
        ? Response.json({ error_summary: `${thrown.message}/`, error: { ".tag": thrown.message } }, { status: 409 })
        : new Response("bad", { status: 400 });
    }
  };

  #answer(route: string, arg: Arg, sent: Uint8Array<ArrayBuffer>, range: string | null): Response {
    const all = [...this.#tickets.entries()];
    switch (route) {
      case "open":
        return Response.json(this.#open(String(arg["subject"])));
      case "get": {
        const ticket = this.#find(arg);
        const other = { "get-last": all.at(-1)?.[1], "get-first": all[0]?.[1] }[String(this.#fault)];
        return Response.json(other ?? ticket);
      }
      case "before":
        this.#find(arg);
        return Response.json((all.findLast(([id]) => id < String(arg["id"])) ?? all.at(-1))?.[1]);
      case "list":
        return this.#page(Number(arg["limit"] ?? 10), "");
      case "list/continue": {
        const [, limit, after = ""] = /^(\d+) (T-.*)$/.exec(String(arg["cursor"])) ?? [];
        if (limit === undefined) {
          throw new Refused("bad_cursor");
        }
        return this.#page(Number(limit), after);
      }
      default: {
        const [kind = "", verb] = route.split("/");
        const key = `${kind} ${String(arg["ticket"] ?? arg["id"])}`;
        this.#find({ id: arg["ticket"] ?? arg["id"] });
        return verb === "upload" ? this.#upload(kind, key, sent) : this.#download(key, range);
      }
    }
  }

  #upload(kind: string, key: string, sent: Uint8Array<ArrayBuffer>): Response {
    const before = kind === "log" ? (this.#contents.get(key) ?? new Uint8Array()) : new Uint8Array();
    const content = new Uint8Array([...before, ...(this.#fault === "cut" ? sent.slice(0, 4096) : sent)]);
    this.#contents.set(key, content);
    const size = before.length + sent.length;
    return Response.json({ size: this.#fault === "size" ? size + 1 : size });
  }

  #download(key: string, range: string | null): Response {
    const content = this.#contents.get(key);
    if (content === undefined || this.#fault === "quarantined") {
      throw new Refused(content === undefined ? "none" : "quarantined");
    }
    const headers = { "Service-API-Result": JSON.stringify({ size: content.length }) };
    const type = { "Content-Type": "application/octet-stream" };
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
    if (from === undefined) {
      return new Response(content, { headers: { ...headers, ...type } });
    }
    const end = Math.min(Number(to) + (this.#fault === "range" ? 1 : 0), content.length - 1);
    return new Response(content.slice(Number(from), end + 1), {
      status: 206,
      headers: { ...headers, ...type, "Content-Range": `bytes ${from}-${end}/${content.length}` },
    });
  }

  #find({ id }: Arg): object {
    const ticket = this.#tickets.get(String(id));
    if (ticket === undefined) {
      throw new Refused("not_found");
    }
    return ticket;
  }

  #open(subject: string): object {
    const id = `T-${10_000 + this.#tickets.size}`;
    this.#tickets.set(id, { id, subject });
    return { id, subject };
  }

  #page(limit: number, after: string): Response {
    const rest = [...this.#tickets.entries()].filter(([id]) => id > after);
    const shown = this.#fault === "first-lost" && after !== "" ? rest.slice(1) : rest;
    const items = shown.slice(0, limit);
    const tickets = items.map(([, ticket]) => ticket);
    return Response.json({
      tickets,
      cursor: `${limit} ${items.at(-1)?.[0] ?? after}`,
      has_more: shown.length > items.length,
    });
  }
}

function run(fault: Fault | undefined): Promise<ContractReport> {
  const specs = [
    folderWith({
      "desk.stone": spec,
      "stone_cfg.stone": 'namespace stone_cfg\n\nstruct Route\n    style String = "rpc"\n',
    }),
  ];
  return testServer({
    url: "http://desk",
    config: {
      specs,
      effects: { reads: { routes: ["desk/get", "desk/before", "desk/list*", "desk/*/download"] } },
    },
    token: "t",
    effects: "all",
    phases: ["examples", "sequences"],
    calls: 400,
    seed: 1,
    settleMs: 20,
    fetch: new Desk(fault).fetch,
  });
}

const isReported = (report: ContractReport, code: string): boolean =>
  report.findings.some((finding) => finding.code === code && finding.severity === "error");

test.each([
  ["size", "content"],
  ["cut", "content"],
  ["range", "content"],
  ["get-last", "other-item"],
  ["get-first", "other-item"],
  ["first-lost", "cursor"],
] as const)(
  "CT-1: the fault %s of a server whose uploads need an id that exists is the finding %s",
  async (fault, code) => {
    expect(isReported(await run(fault), code)).toBe(true);
  },
);

test("CT-11: a server that returns another ticket where that is meant, and appends to logs, has none of these findings", async () => {
  const { findings, uncompared } = await run(undefined);
  const codes = findings.map(({ code }) => code);
  expect(codes.filter((code) => ["content", "other-item", "cursor", "reads-change"].includes(code))).toEqual([]);
  expect(uncompared?.map(({ upload }) => upload) ?? []).not.toContain("desk/photo/upload");
});

test("CT-1: the report of a contract test says which contents were not compared, and why", async () => {
  const report = await run("quarantined");
  expect(isReported(report, "content")).toBe(false);
  expect(report.uncompared).toContainEqual({
    upload: "desk/photo/upload",
    download: "desk/photo/download",
    why: "each download of what was uploaded was refused, the last one with status 409",
  });
  expect(renderText(report, false)).toMatch(
    /Contents not compared:\n(?:.*\n)* {2}desk\/photo\/upload and desk\/photo\/download: each/,
  );
});
