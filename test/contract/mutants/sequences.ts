import type { Parts } from "../server/workshop.js";
import { conflict, instead, members, onResult, onReply, type Mutant } from "./mutant.js";

type Handler = (...args: never[]) => unknown;
type Make = (handler: (...args: unknown[]) => Promise<never>, parts: Parts) => Handler;

/** Replaces the handler of a route. */
function handler(namespace: string, method: string, make: Make): NonNullable<Mutant["parts"]> {
  return (parts) => {
    const handlers = { ...parts[namespace], [method]: make(parts[namespace][method], parts) };
    return { ...parts, [namespace]: handlers };
  };
}

interface Page {
  readonly items: readonly unknown[];
  readonly cursor: string;
  readonly has_more: boolean;
}

interface Position {
  readonly session_id: string;
  readonly offset: number;
}

/** Lists, jobs, upload sessions and what was created. */
export const sequences: readonly Mutant[] = [
  {
    name: "The next page has the cursor of the page before",
    finding: "cursor",
    parts: handler("stock", "listContinue", (next) => async ({ cursor }: { cursor: string }) => {
      return { ...((await next({ cursor })) as object), cursor, has_more: true };
    }),
  },
  {
    name: "The first item of a page is the last one of the page before",
    finding: "cursor",
    parts: (parts) => {
      let last: unknown;
      const remember = (page: Page): Page => {
        last = page.items.at(-1);
        return page;
      };
      return {
        ...parts,
        stock: {
          ...parts["stock"],
          list: async (arg: unknown) => remember(await parts["stock"].list(arg)),
          listContinue: async (arg: unknown) => {
            const page = (await parts["stock"].listContinue(arg)) as Page;
            const items = last === undefined ? page.items : [last, ...page.items];
            remember(page);
            return { ...page, items };
          },
        },
      };
    },
  },
  {
    name: "A cursor is refused that the server has just returned",
    finding: "cursor",
    wire: instead("stock/list/continue", () => conflict("invalid_cursor")),
  },
  {
    name: "A search refuses its own cursor",
    finding: ["cursor", "refuses-valid"],
    wire: instead("stock/search", (arg) =>
      typeof (arg as { cursor?: unknown } | undefined)?.cursor === "string" ? conflict("invalid_cursor") : undefined,
    ),
  },
  {
    name: "Any text is accepted as a cursor, and is read as the first page",
    finding: "cursor",
    parts: handler("stock", "listContinue", (next, parts) => async (arg: unknown) => {
      return next(arg).catch(() => parts["stock"].list({ limit: 50 }) as unknown);
    }),
  },
  {
    name: "Text that is not a cursor leads to status 500",
    finding: ["cursor", "server-error"],
    wire: onReply("team/members/list/continue", 409, () => new Response("Unexpected token", { status: 500 })),
  },
  {
    name: "A list goes on after its end, with empty pages and new cursors",
    finding: "cursor",
    parts: (parts) => {
      let pages = 0;
      const emptyPage = (): unknown => ({ members: [], cursor: `after-${String((pages += 1))}`, has_more: true });
      return {
        ...parts,
        team: {
          ...parts["team"],
          membersList: async (arg: unknown) => ({ ...(await parts["team"].membersList(arg)), has_more: true }),
          membersListContinue: async (arg: { cursor: string }) => {
            if (!arg.cursor.startsWith("after-")) {
              await parts["team"].membersListContinue(arg);
            }
            return emptyPage();
          },
        },
      };
    },
  },
  {
    name: "A search begins again after its end",
    finding: "cursor",
    parts: (parts) => {
      const search = async (arg: { cursor?: string }): Promise<unknown> => {
        const page = await parts["stock"].search(arg);
        // The cursor of the last page is the one of the first page.
        const first = await parts["stock"].search({ ...arg, cursor: undefined });
        return { ...page, cursor: page.cursor ?? (arg.cursor === undefined ? undefined : first.cursor) };
      };
      return { ...parts, stock: { ...parts["stock"], search } };
    },
  },
  {
    name: "A job never ends",
    finding: "job",
    parts: handler("stock", "restockCheck", (check) => async (arg: unknown) => {
      await check(arg);
      return { ".tag": "in_progress" };
    }),
  },
  {
    name: "The id of a job is accepted that the server has not returned",
    finding: "job",
    parts: handler("stock", "restockCheck", (check) => async (arg: unknown) => {
      return check(arg).catch(() => ({ ".tag": "in_progress" }));
    }),
  },
  {
    name: "The id of a job is refused that the server has just returned",
    finding: "job",
    wire: instead("stock/restock/check", () => conflict("invalid_async_job_id")),
  },
  {
    name: "The result of a job lacks a field",
    finding: ["job", "result-type"],
    wire: onResult("stock/restock/check", (status) =>
      (status as { ".tag": string })[".tag"] === "complete" ? { ".tag": "complete" } : status,
    ),
  },
  {
    name: "The offset of a piece is ignored",
    finding: "session",
    parts: handler("files", "uploadSessionAppend", (append) => async (arg: { cursor: Position }, content: unknown) => {
      try {
        await append(arg, content);
      } catch (thrown) {
        const { correct_offset: offset } = (thrown as { error: { correct_offset?: number } }).error;
        if (offset === undefined) {
          throw thrown;
        }
        // The content was read; what matters is that the wrong offset leads to no error.
        await append({ ...arg, cursor: { ...arg.cursor, offset } }, []);
      }
    }),
  },
  {
    name: "A piece is lost",
    finding: ["session", "content"],
    parts: (parts) => rewritten(parts, (piece) => piece.subarray(0, 0)),
  },
  {
    name: "A piece is stored twice",
    finding: ["session", "content"],
    parts: (parts) => rewritten(parts, (piece) => Buffer.concat([piece, piece])),
  },
  {
    name: "The last byte of a download is lost",
    finding: "content",
    parts: handler("files", "download", (download) => async (arg: unknown) => {
      const { content, ...rest } = (await download(arg)) as { content: Uint8Array };
      return { ...rest, content: content.subarray(0, -1) };
    }),
  },
  {
    name: "Uploads are stored as text in UTF-8",
    finding: "content",
    parts: handler("files", "upload", (upload) => async (arg: unknown, content: AsyncIterable<Uint8Array>) => {
      return upload(arg, [new TextEncoder().encode(new TextDecoder().decode(await bytesOf(content)))]);
    }),
  },
  {
    name: "Line breaks are converted in uploads",
    finding: "content",
    parts: handler("files", "upload", (upload) => async (arg: unknown, content: AsyncIterable<Uint8Array>) => {
      const text = Buffer.from(await bytesOf(content)).toString("latin1");
      return upload(arg, [Buffer.from(text.replaceAll("\n", "\r\n"), "latin1")]);
    }),
  },
  {
    name: "The size in the result of a download is not that of the content",
    finding: "content",
    wire: onResult("files/download", members({ size: (size) => Number(size) + 1 })),
  },
  {
    name: "Content-Length is not the length of the content",
    finding: ["content", "server-error"],
    wire: onReply("files/download", 200, async (reply) => {
      const headers = new Headers(reply.headers);
      headers.set("Content-Length", String(Number(headers.get("Content-Length")) + 1));
      return new Response(await reply.arrayBuffer(), { status: reply.status, headers });
    }),
  },
  {
    name: "A range of a download begins at its first byte",
    finding: "content",
    wire: (fetch) =>
      onReply("files/download", 206, async (reply, request) => {
        const headers = new Headers(request.headers);
        headers.delete("range");
        const whole = await fetch(new Request(request.url, { method: request.method, headers }));
        const { byteLength } = await reply.arrayBuffer();
        return new Response((await whole.arrayBuffer()).slice(0, byteLength), { status: 206, headers: reply.headers });
      })(fetch),
  },
  {
    name: "The last byte of a range is left out",
    finding: "content",
    wire: onReply("files/download", 206, async (reply) => {
      const headers = new Headers(reply.headers);
      headers.delete("content-length");
      return new Response((await reply.arrayBuffer()).slice(0, -1), { status: 206, headers });
    }),
  },
  {
    name: "What was created cannot be read",
    finding: "not-readable",
    parts: handler("stock", "create", (create, parts) => async (arg: unknown) => {
      const item = (await create(arg)) as { id: string };
      await parts["stock"].delete({ id: item.id });
      return item;
    }),
  },
  {
    name: "What was uploaded has no metadata",
    finding: ["not-readable", "content"],
    wire: instead("files/get_info", (arg) => (arg === undefined ? undefined : conflict("path", "not_found"))),
  },
  {
    name: "A number grows with each call that reads it",
    finding: "reads-change",
    parts: handler("stock", "count", (count) => {
      let calls = 0;
      return async () => ({ ...((await count()) as object), all: (calls += 1) });
    }),
  },
  {
    name: "Reading an item changes it",
    finding: "reads-change",
    parts: handler("stock", "get", (get, parts) => async (arg: unknown) => {
      const { id, revision } = (await get(arg)) as { id: string; revision: number };
      return parts["stock"].update({ id, revision }) as unknown;
    }),
  },
  {
    name: "Every other call lists in the opposite order",
    finding: ["reads-change", "cursor"],
    parts: handler("stock", "list", (list) => {
      let calls = 0;
      return async (arg: unknown) => {
        const page = (await list(arg)) as Page;
        calls += 1;
        return calls % 2 === 0 ? { ...page, items: page.items.toReversed() } : page;
      };
    }),
  },
];

/** Stores other pieces than those that are appended, but answers as if it had stored them. */
function rewritten(parts: Parts, change: (piece: Uint8Array) => Uint8Array): Parts {
  const files = parts["files"];
  /** The offsets that callers expect, and the true ones. */
  const lengths = new Map<string, { seen: number; stored: number }>();

  const translated = async (cursor: Position, use: (cursor: Position) => Promise<unknown>): Promise<unknown> => {
    const length = lengths.get(cursor.session_id);
    return use(length?.seen === cursor.offset ? { ...cursor, offset: length.stored } : cursor);
  };

  return {
    ...parts,
    files: {
      ...files,
      uploadSessionAppend: async (arg: { cursor: Position }, content: AsyncIterable<Uint8Array>) => {
        const bytes = await bytesOf(content);
        const stored = change(bytes);
        const result = await translated(arg.cursor, (cursor) =>
          files.uploadSessionAppend({ ...arg, cursor }, [stored]),
        );
        const before = lengths.get(arg.cursor.session_id) ?? { seen: arg.cursor.offset, stored: arg.cursor.offset };
        lengths.set(arg.cursor.session_id, {
          seen: before.seen + bytes.byteLength,
          stored: before.stored + stored.byteLength,
        });
        return result;
      },
      uploadSessionFinish: async (arg: { cursor: Position }, content: unknown) =>
        translated(arg.cursor, (cursor) => files.uploadSessionFinish({ ...arg, cursor }, content)),
    },
  };
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
