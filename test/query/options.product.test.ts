import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test } from "vitest";
import * as files from "../../generated/src/files/index.js";
import { createClient, EncodeError } from "../../generated/src/index.js";
import { infinite, inNamespace, job, mutation, query, queryKey } from "../../generated/src/query/index.js";
import * as team from "../../generated/src/team/index.js";
import { createTwin } from "../../generated/src/testing/index.js";

const twin = createTwin();
const client = createClient({ accessToken: "any", hosts: "http://twin", fetch: twin.fetch });
let queries: QueryClient;

beforeEach(() => {
  twin.reset();
  queries = new QueryClient();
});

describe("QRY-1, QRY-2: keys of queries", () => {
  test("QRY-1, QRY-2: keys of queries are equal for arguments that are equal on the wire", () => {
    const key = queryKey(files.upload, { path: "/a", mode: "overwrite" });
    expect(key).toEqual(["files/upload", 1, { mode: { ".tag": "overwrite" }, path: "/a" }]);
    expect(JSON.stringify(queryKey(files.upload, { mode: { ".tag": "overwrite" }, path: "/a" }))).toBe(
      JSON.stringify(key),
    );
    expect(queryKey(team.getInfo)).toEqual(["team/get_info", 1]);
  });

  test("QRY-1, QRY-2: keys of queries begin with that of the route, and have their namespace", async () => {
    await queries.query(query(client, files.getMetadata, { path: "/a" }));
    await queries.query(query(client, team.getInfo, undefined));
    const found = (filter: object): number => queries.getQueryCache().findAll(filter).length;
    expect(found({ queryKey: queryKey(files.getMetadata) })).toBe(1);
    expect([found(inNamespace("files")), found(inNamespace("team")), found({})]).toEqual([1, 1, 2]);
    const known = queries.getQueryData(queryKey(files.getMetadata, { path: "/a" }));
    expect(known satisfies files.Metadata | undefined).toMatchObject({ ".tag": "file" });
  });
});

describe("QRY-7: an argument that does not match its type", () => {
  const wrong = { path: 5 } as never;

  test("QRY-7: an argument that does not match its type rejects the query, and has a key of its own", async () => {
    const options = query(client, files.getMetadata, wrong);
    await expect(queries.query(options)).rejects.toBeInstanceOf(EncodeError);
    expect(options.queryKey).toEqual(["files/get_metadata", 1, { path: 5 }, "invalid"]);
    expect(queryKey(files.getMetadata, wrong)).toEqual(options.queryKey);
    expect(twin.calls()).toEqual([]);
  });

  test("QRY-7: an argument that does not match its type may be a value that is no JSON", () => {
    const cycle: Record<string, unknown> = { path: 5n, when: new Date(Number.NaN), run: () => 1 };
    cycle["self"] = [cycle];
    const key = queryKey(files.getMetadata, cycle as never);
    expect(JSON.parse(JSON.stringify(key))).toEqual(key);
    expect(key[2]).toMatchObject({ path: "5", self: ["[Circular]"], when: "Invalid Date" });
  });

  test("QRY-7: an argument that does not match its type rejects an infinite query, whose key is another one", async () => {
    const options = infinite(client, files.listFolder, wrong);
    expect(options.queryKey).toEqual(["files/list_folder", 1, { path: 5 }, "invalid", "pages"]);
    await expect(queries.infiniteQuery(options)).rejects.toBeInstanceOf(EncodeError);
  });

  test("QRY-7: an argument that does not match its type rejects the query of a job, which is not polled", async () => {
    const { refetchInterval, ...options } = job(client, files.copyBatchCheck, { async_job_id: 5 } as never);
    await expect(queries.query(options)).rejects.toBeInstanceOf(EncodeError);
    expect(refetchInterval({ state: {} })).toBe(false);
  });
});

describe("QRY-4: a route that changes something, as the configuration says", () => {
  test("QRY-4: a route that changes something fails as a query, without a request", async () => {
    const options = query(client, files.delete_, { path: "/a" });
    await expect(queries.query(options)).rejects.toThrow(new TypeError("files/delete changes something: use mutation"));
    expect(twin.calls()).toEqual([]);
  });

  test("QRY-4: a route that changes something is a mutation, and one of which nothing is said is a query", async () => {
    await mutation(client, files.delete_).mutationFn({ path: "/a" });
    await queries.query(query(client, files.createFolder, { path: "/new" }));
    expect(twin.calls().map(({ route }) => route)).toEqual(["files/delete", "files/create_folder"]);
  });
});

test("QRY-5: nothing is retried beside the client", async () => {
  const calm = createClient({ accessToken: "any", hosts: "http://twin", fetch: twin.fetch, retry: false });
  twin.plan({ route: "team/get_info", status: 503 });
  await expect(queries.query(query(calm, team.getInfo, undefined))).rejects.toMatchObject({ status: 503 });
  expect(twin.calls()).toHaveLength(1);
});

describe("QRY-3", () => {
  test("QRY-3: a reset cursor starts the list anew", async () => {
    const observer = new InfiniteQueryObserver(queries, infinite(client, files.listFolder, { path: "/a" }));
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().data?.pages.length).toBe(1);
    twin.expireCursors();
    const failed = await observer.fetchNextPage();
    expect(failed.error).toMatchObject({ error: { ".tag": "reset" } });
    await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true);
    await observer.fetchNextPage();
    await observer.fetchNextPage();
    expect(observer.getCurrentResult().data?.pages.flatMap(({ entries }) => entries)).toHaveLength(7);
    stop();
  });

  test("QRY-3: a route without pages is refused", () => {
    expect(() => infinite(client, files.getMetadata as never, { path: "/a" } as never)).toThrow(
      "files/get_metadata does not return pages",
    );
  });

  test("QRY-3: a job is polled until it is done", () => {
    const { refetchInterval } = job(client, files.copyBatchCheck, { async_job_id: "job" }, 5);
    expect(refetchInterval({ state: {} })).toBe(5);
    expect(refetchInterval({ state: { data: { ".tag": "in_progress" } } })).toBe(5);
    expect(refetchInterval({ state: { data: { ".tag": "complete", entries: [] } } })).toBe(false);
  });

  test("QRY-3: a mutation calls its route", async () => {
    const { mutationFn } = mutation(client, files.createFolder);
    await expect(mutationFn({ path: "/new" })).resolves.toMatchObject({ name: expect.any(String) as string });
  });
});
