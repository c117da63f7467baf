import { transform } from "esbuild";
import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createClient, type Client } from "../../generated/src/index.js";
import * as files from "../../generated/src/files/index.js";
import * as team from "../../generated/src/team/index.js";
import { createTwin, defineModel, TwinError, type TwinModel } from "../../generated/src/testing/index.js";
import { proposeModel } from "../../src/generator/emit/twin/propose-model.js";
import { createContext } from "../../src/generator/facts/context.js";
import { apiOf } from "../generator/emit/found-routes.js";
import { describeWithDropbox } from "../support/describe-with-dropbox.js";
import { clientMethods } from "../support/client-methods.js";
import { generatedPackage } from "../support/packages.js";
import { dropboxModel } from "./models.js";
import { model as specModel } from "../../spec/model.js";
import { subject } from "./twin-of.js";

const twin = createTwin({ model: specModel });
let client: Client;

function clientOf({ fetch }: { fetch: typeof globalThis.fetch }): Client {
  return createClient({ accessToken: "t", hosts: "http://twin", fetch, retry: false });
}

beforeEach(() => {
  twin.reset();
  client = clientOf(twin);
});

describe("TWIN-23: a model", () => {
  test("TWIN-23: a model keeps what is created, until it is removed", async () => {
    const folder = await client.team.teamFolderCreate({ name: "Plans" });
    expect(folder).toMatchObject({ name: "Plans", status: { ".tag": "active" } });
    const renamed = await client.team.teamFolderRename({ team_folder_id: folder.team_folder_id, name: "Maps" });
    expect(renamed.name).toBe("Maps");
    await client.team.teamFolderArchive({ team_folder_id: folder.team_folder_id });
    expect(twin.state.teamFolder.get(folder.team_folder_id)?.status).toEqual({ ".tag": "archived" });
    await client.team.teamFolderPermanentlyDelete({ team_folder_id: folder.team_folder_id });
    const gone = client.team.teamFolderRename({ team_folder_id: folder.team_folder_id, name: "x" });
    await expect(gone).rejects.toMatchObject({ error: { ".tag": "access_error" } });
    expect(twin.state.teamFolder.all()).toEqual([]);
  });

  test("TWIN-16: a model lists what there is, page by page", async () => {
    for (let number = 0; number < 8; number += 1) {
      await client.team.groupsCreate({ group_name: `Group ${7 - number}` });
    }
    const names: string[] = [];
    for await (const group of client.team.groupsList({ limit: 3 }).items()) {
      names.push(group.group_name);
    }
    expect(names).toEqual(["7", "6", "5", "4", "3", "2", "1", "0"].map((digit) => `Group ${digit}`));
  });

  test("TWIN-23: a model answers for each key of a list, in their order", async () => {
    const { group_id } = await client.team.groupsCreate({ group_name: "One" });
    const items = await client.team.groupsGetInfo({ ".tag": "group_ids", group_ids: ["g:0", group_id] });
    expect(items).toMatchObject([
      { ".tag": "id_not_found", id_not_found: "g:0" },
      { ".tag": "group_info", group_name: "One", members: [] },
    ]);
  });

  test("TWIN-23: a model lists the entities of several resources in one order, and as many as the limit says", async () => {
    await client.files.upload({ path: "/b" }, "");
    await client.files.createFolder({ path: "/a" });
    await client.files.upload({ path: "/C" }, "");
    const entries = await collect(client.files.listFolder({ path: "" }).items());
    expect(entries.map(({ name }) => name)).toEqual(["a", "b", "C"]);
    for (const name of ["one", "two", "three"]) {
      await client.team.teamFolderCreate({ name });
    }
    expect((await client.team.teamFolderList({ limit: 2 })).team_folders.map(({ name }) => name)).toEqual([
      "one",
      "three",
    ]);
  });

  test("TWIN-26: a model can be read, written, and put back", async () => {
    await client.team.groupsCreate({ group_name: "One" });
    const before = twin.snapshot();
    const all = twin.state.group.all();
    for (const group of all) {
      twin.state.group.put({ ...group, group_name: "Uno" });
      twin.state.group.put({ ...group, group_id: "g:2", group_name: "Due" });
    }
    expect((await client.team.groupsList({})).groups.map(({ group_name }) => group_name)).toEqual(["Uno", "Due"]);
    twin.restore(before);
    expect(twin.state.group.all()).toEqual(all);
    twin.reset();
    expect(twin.state.group.all()).toEqual([]);
  });

  test("TWIN-26: a model refuses entities that are not of their type", async () => {
    const wrong = { team_folder_id: "1", name: 2, status: { ".tag": "active" } } as never;
    expect(() => twin.state.teamFolder.put(wrong)).toThrow(/teamFolder: name: expected a string, found a number/);
    expect(() => twin.state.teamFolder.put({ team_folder_id: "1" } as never)).toThrow(TwinError);
    expect(() =>
      createTwin({ model: { ...specModel, teamFolder: { ...specModel.teamFolder, seedData: [wrong] } } }),
    ).toThrow(TwinError);
    await client.team.teamFolderCreate({ name: "fits" });
    const { teamFolder, ...others } = twin.snapshot();
    const entities = [...(teamFolder?.entities ?? []), ["1", wrong]] as const;
    twin.restore({ ...others, teamFolder: { entities, count: 1 } });
    expect(twin.state.teamFolder.all().map(({ name }) => name)).toEqual(["fits"]);
  });

  test("TWIN-24: a model appends to uploads by offset, and says the right one", async () => {
    const { session_id } = await client.files.uploadSessionStart({}, "one ");
    const wrong = client.files.uploadSessionAppend({ session_id, offset: 9 }, "?");
    await expect(wrong).rejects.toMatchObject({ error: { ".tag": "incorrect_offset", correct_offset: 4 } });
    await client.files.uploadSessionAppend({ session_id, offset: 4 }, "two ");
    const commit = { path: "/whole.txt" };
    const early = client.files.uploadSessionFinish({ cursor: { session_id, offset: 4 }, commit }, "");
    await expect(early).rejects.toMatchObject({
      error: { ".tag": "lookup_failed", lookup_failed: { ".tag": "incorrect_offset", correct_offset: 8 } },
    });
    const whole = await client.files.uploadSessionFinish({ cursor: { session_id, offset: 8 }, commit }, "three");
    expect(whole).toMatchObject({ name: "whole.txt", size: 13 });
    expect(await (await client.files.download({ path: "/whole.txt" })).text()).toBe("one two three");
    const again = client.files.uploadSessionAppend({ session_id, offset: 13 }, "");
    await expect(again).rejects.toMatchObject({ error: { ".tag": "not_found" } });
  });

  test("TWIN-24: a model gives parts of contents, and says when they have not changed", async () => {
    await client.files.upload({ path: "/a" }, "content");
    const part = await client.files.download({ path: "/a" }, { range: { start: 3, end: 5 } });
    expect([await part.text(), part.range]).toEqual(["ten", { start: 3, end: 5, size: 7 }]);
    const { etag = "" } = part;
    const same = await client.files.download({ path: "/a" }, { ifNoneMatch: etag });
    expect(same.isNotModified).toBe(true);
    await client.files.upload({ path: "/a" }, "other");
    expect((await client.files.download({ path: "/a" }, { ifNoneMatch: etag })).isNotModified).toBe(false);
  });

  test("TWIN-23: a model gives way to overrides, which may call it", async () => {
    twin.on(team.groupsCreate, async (arg, next) => ({ ...(await next()), group_name: arg.group_name.toUpperCase() }));
    await expect(client.team.groupsCreate({ group_name: "one" })).resolves.toMatchObject({ group_name: "ONE" });
    expect(twin.state.group.all()).toHaveLength(1);
  });

  test("TWIN-29: a model covers its routes for a strict Twin", async () => {
    const strict = clientOf(createTwin({ model: specModel, strict: true }));
    await expect(strict.team.groupsCreate({ group_name: "one" })).resolves.toBeDefined();
    await expect(strict.team.getInfo()).rejects.toMatchObject({ status: 501 });
  });

  test("TWIN-22: a model that does not fit the API is refused, by the compiler and at run time", async () => {
    const failing = async (model: object): Promise<unknown> => {
      const wrong = createTwin({ model: model as never });
      return clientOf(wrong).team.groupsCreate({ group_name: "x" });
    };
    const create = { route: "team/groups/create" } as const;
    // @ts-expect-error -- no such field
    const noKey = defineModel({ group: { type: "team.GroupFullInfo", key: "id", create } });
    await expect(failing(noKey)).rejects.toThrow(/has no field id/);
    // @ts-expect-error -- no such type
    const noType = defineModel({ group: { type: "team.Groups", key: "id", create } });
    await expect(failing(noType)).rejects.toThrow(/no route returns a struct team\.Groups/);
    const noRoute = { group: { type: "team.GroupFullInfo", key: "group_id", create: { route: "team/groups/creat" } } };
    expect(() => createTwin({ model: noRoute })).toThrow(TwinError);
    // @ts-expect-error -- no such route
    defineModel({ group: { type: "team.GroupFullInfo", key: "group_id", create: { route: "team/groups/creat" } } });
    const noPath = defineModel({
      // @ts-expect-error -- no such path
      group: { type: "team.GroupFullInfo", key: "group_id", create, get: { ...create, missing: "gone" } },
    });
    await expect(failing(noPath)).rejects.toThrow(/no error with the path "gone"/);
  });
});

/** What a resource does, and a plain map that does the same (TWIN-27). */
interface Subject27 {
  readonly create: (name: string) => Promise<string>;
  readonly read: (key: string) => Promise<string | undefined>;
  readonly rename: (key: string, name: string) => Promise<boolean>;
  readonly remove: (key: string) => Promise<boolean>;
  readonly list: () => Promise<readonly string[]>;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) {
    all.push(item);
  }
  return all;
}

const command = fc.oneof(
  fc.record({ do: fc.constant("create" as const), name: fc.constantFrom("a", "b", "c") }),
  fc.record({
    do: fc.constantFrom("rename" as const, "read" as const, "remove" as const),
    at: fc.nat(5),
    name: fc.constantFrom("d", "e"),
  }),
  fc.record({ do: fc.constant("list" as const) }),
);

/** Expects the same of random sequences of calls and of a plain map. */
async function expectLikeAMap(reset: () => void, subject: Subject27, wrongKey: string): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 15 }), async (commands) => {
      reset();
      const map = new Map<string, string>();
      const keys: string[] = [];
      for (const step of commands) {
        if (step.do === "create") {
          const key = await subject.create(step.name);
          expect(keys).not.toContain(key);
          keys.push(key);
          map.set(key, step.name);
        } else if (step.do === "list") {
          expect([...(await subject.list())].sort()).toEqual([...map.values()].sort());
        } else {
          const key = keys[step.at] ?? wrongKey;
          const isThere = map.has(key);
          if (step.do === "read") {
            expect(await subject.read(key)).toBe(map.get(key));
          } else if (step.do === "rename") {
            expect(await subject.rename(key, step.name)).toBe(isThere);
            if (isThere) {
              map.set(key, step.name);
            }
          } else {
            expect(await subject.remove(key)).toBe(isThere);
            map.delete(key);
          }
        }
      }
    }),
    { numRuns: 25 },
  );
}

/** Whether a call succeeds; false for an error of its route. */
async function succeeds(call: PromiseLike<unknown>): Promise<boolean> {
  return Promise.resolve(call).then(
    () => true,
    (thrown: unknown) => {
      expect((thrown as { status: number }).status).toBe(409);
      return false;
    },
  );
}

describe("TWIN-27: a model and a plain map say the same", () => {
  test("TWIN-27: a model and a plain map say the same of team folders", async () => {
    await expectLikeAMap(
      () => twin.reset(),
      {
        create: async (name) => (await client.team.teamFolderCreate({ name })).team_folder_id,
        read: async (key) => {
          const [item] = await client.team.teamFolderGetInfo({ team_folder_ids: [key, "0"] });
          return item?.[".tag"] === "team_folder_metadata" ? item.name : undefined;
        },
        rename: (key, name) => succeeds(client.team.teamFolderRename({ team_folder_id: key, name })),
        remove: (key) => succeeds(client.team.teamFolderPermanentlyDelete({ team_folder_id: key })),
        list: async () => (await client.team.teamFolderList({})).team_folders.map(({ name }) => name),
      },
      "1",
    );
  });

  test("TWIN-27: a model and a plain map say the same of groups", async () => {
    await expectLikeAMap(
      () => twin.reset(),
      {
        create: async (name) => (await client.team.groupsCreate({ group_name: name })).group_id,
        read: async (key) => {
          const [item] = await client.team.groupsGetInfo({ ".tag": "group_ids", group_ids: [key, "g:0"] });
          return item?.[".tag"] === "group_info" ? item.group_name : undefined;
        },
        rename: (key, name) =>
          succeeds(client.team.groupsUpdate({ group: { ".tag": "group_id", group_id: key }, new_group_name: name })),
        remove: (key) => succeeds(client.team.groupsDelete({ ".tag": "group_id", group_id: key })),
        list: async () => (await collect(client.team.groupsList({}).items())).map(({ group_name }) => group_name),
      },
      "g:1",
    );
  });
});

describeWithDropbox("of the public API", async () => {
  const api = await subject("dropbox");
  const dropbox = api.createTwin({ model: dropboxModel });
  const { createClient: createDropbox } = await generatedPackage("dropbox");
  const methods = await clientMethods(
    "dropbox",
    createDropbox({ hosts: "http://twin", fetch: dropbox.fetch, accessToken: "t", retry: false }) as Record<
      string,
      unknown
    >,
  );
  const call = async <T>(route: string, ...args: unknown[]): Promise<T> => (await methods.get(route)?.(...args)) as T;

  test("TWIN-27: a model and a plain map say the same of file requests", async () => {
    await expectLikeAMap(
      () => dropbox.reset(),
      {
        create: async (title) =>
          (await call<{ id: string }>("file_requests/create:1", { title, destination: "/a" })).id,
        read: async (id) =>
          call<{ title: string }>("file_requests/get:1", { id }).then(
            ({ title }) => title,
            () => undefined,
          ),
        rename: (id, title) => succeeds(call("file_requests/update:1", { id, title })),
        remove: (id) => succeeds(call("file_requests/delete:1", { ids: [id] })),
        list: async () => {
          const list = methods.get("file_requests/list:2")?.({ limit: 2 }) as unknown as {
            items(): AsyncIterable<{ title: string }>;
          };
          return (await collect(list.items())).map(({ title }) => title);
        },
      },
      "unknown",
    );
  });

  test("TWIN-27: a model and a plain map say the same of templates", async () => {
    const get = (template_id: string): Promise<{ name: string }> =>
      call("file_properties/templates/get_for_user:1", { template_id });
    await expectLikeAMap(
      () => dropbox.reset(),
      {
        create: async (name) => {
          const arg = { name, description: "d", fields: [] };
          return (await call<{ template_id: string }>("file_properties/templates/add_for_user:1", arg)).template_id;
        },
        read: (key) =>
          get(key).then(
            ({ name }) => name,
            () => undefined,
          ),
        rename: (template_id, name) =>
          succeeds(call("file_properties/templates/update_for_user:1", { template_id, name })),
        remove: (template_id) => succeeds(call("file_properties/templates/remove_for_user:1", { template_id })),
        list: async () => {
          const { template_ids } = await call<{ template_ids: string[] }>("file_properties/templates/list_for_user:1");
          return Promise.all(template_ids.map(async (id) => (await get(id)).name));
        },
      },
      "ptid:unknown",
    );
  });

  test("TWIN-24: what was uploaded can be listed, moved, downloaded and deleted", async () => {
    dropbox.reset();
    const content = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251);
    const uploaded = await call<{ size: number; name: string }>("files/upload:1", { path: "/Docs/A.txt" }, content);
    expect(uploaded).toMatchObject({ name: "A.txt", size: content.length, path_lower: "/docs/a.txt" });
    await call("files/upload:1", { path: "/other/b.txt" }, "b");
    const list = methods.get("files/list_folder:1")?.({ path: "/docs" }) as unknown as {
      items(): AsyncIterable<unknown>;
    };
    expect(await collect(list.items())).toMatchObject([{ ".tag": "file", name: "A.txt" }]);
    await call("files/move:2", { from_path: "/DOCS/a.TXT", to_path: "/moved.txt" });
    await expect(call("files/get_metadata:1", { path: "/Docs/A.txt" })).rejects.toMatchObject({ status: 409 });
    const metadata = await call("files/get_metadata:1", { path: "/moved.txt" });
    expect(metadata).toMatchObject({ ".tag": "file", path_display: "/moved.txt", size: content.length });
    const download = await call<{ body: ReadableStream }>("files/download:1", { path: "/moved.txt" });
    expect(new Uint8Array(await new Response(download.body).arrayBuffer())).toEqual(content);
    const paths = ["/nothing.txt", "/moved.txt", "/moved.txt"];
    const deleted = await call("files/delete_batch:1", { entries: paths.map((path) => ({ path })) });
    const failure = { ".tag": "failure", failure: { ".tag": "path_lookup", path_lookup: { ".tag": "not_found" } } };
    expect(deleted).toMatchObject({
      ".tag": "complete",
      entries: [failure, { ".tag": "success", metadata: { name: "moved.txt" } }, failure],
    });
    await expect(call("files/download:1", { path: "/moved.txt" })).rejects.toMatchObject({ status: 409 });
  });

  test("TWIN-20: the latest cursor of a list continues with what changes after it", async () => {
    dropbox.reset();
    await call("files/upload:1", { path: "/docs/a" }, "");
    const { cursor } = await call<{ cursor: string }>("files/list_folder/get_latest_cursor:1", { path: "/docs" });
    const later = (): Promise<unknown> => call("files/list_folder/continue:1", { cursor });
    expect(await later()).toMatchObject({ entries: [], has_more: false });
    await call("files/upload:1", { path: "/docs/b" }, "");
    await call("files/upload:1", { path: "/other" }, "");
    expect(await later()).toMatchObject({ entries: [{ name: "b" }] });
  });
});

describe("PROD-32, TWIN-20: changes of a list of a model", () => {
  test("PROD-32, TWIN-20: changes of a list of a model are waited for by a long poll, each once and in order", async () => {
    await client.files.upload({ path: "/a" }, "");
    const abort = new AbortController();
    const changes = client.files.listFolder({ path: "" }).changes({ signal: abort.signal });
    const names: (string | undefined)[] = [];
    const reading = (async () => {
      for await (const { name } of changes.items()) {
        names.push(name);
        if (name === "a") {
          await client.files.upload({ path: "/b" }, "");
        } else if (name === "b") {
          setTimeout(() => void client.files.createFolder({ path: "/c" }), 1);
        } else if (name === "c") {
          setTimeout(() => twin.state.file.put({ ...twin.state.file.get("/b"), name: "B" } as never), 1);
        } else {
          abort.abort(new Error("enough"));
        }
      }
    })();
    await expect(reading).rejects.toThrow("enough");
    expect(names).toEqual(["a", "b", "c", "B"]);
  });

  test("PROD-32, TWIN-20: changes of a list of a model are not waited for longer than the timeout, by the clock of the Twin", async () => {
    const { cursor } = await client.files.listFolder({ path: "" });
    const polling = client.files.listFolderLongpoll({ cursor, timeout: 60 });
    const soon = vi.waitUntil(() => twin.calls(files.listFolderLongpoll).length > 0, { timeout: 500_000 });
    await soon;
    twin.clock.advance(59_000);
    twin.clock.advance(1_000);
    expect(await polling).toMatchObject({ changes: false });
    const restarted = client.files.listFolderLongpoll({ cursor, timeout: 60 });
    await client.files.upload({ path: "/a" }, "");
    expect(await restarted).toMatchObject({ changes: true });
    const page = await client.files.listFolderContinue({ cursor });
    expect(page.entries).toMatchObject([{ name: "a" }]);
    expect((await client.files.listFolderContinue({ cursor: page.cursor })).entries).toEqual([]);
  });
});

test("TWIN-21: a proposed model creates with an upload, and does not get with the launch of a job", () => {
  const api = apiOf(
    `namespace shop

import stone_cfg

alias ItemId = String(min_length=1)

struct Item
    id ItemId

struct IdArg
    id ItemId

struct Items
    items List(Item)

union Launch
    async_job_id String
    complete Item

struct PollArg
    async_job_id String

union Poll
    in_progress
    complete Item

route list (Void, Items, Void)

route get (IdArg, Item, Void)

route restore (IdArg, Launch, Void)

route restore/check (PollArg, Poll, Void)

route upload (Void, Item, Void)
    attrs
        style = "upload"
`,
    'namespace stone_cfg\n\nstruct Route\n    style String = "rpc"\n',
  );
  const model = proposeModel(createContext(api, { name: "shop-api", version: "1.0.0", binding: {} }));
  expect(model).toContain('create: { route: "shop/upload" }');
  expect(model).not.toContain("shop/restore");
});

describe("TWIN-21: the model that is proposed for spec/", async () => {
  const { context } = await subject("spec");
  const { code } = await transform(
    proposeModel(context).replace(/^import .*$/m, "const defineModel = (model) => model;"),
    {
      loader: "ts",
    },
  );
  const { model } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { model: TwinModel };
  const proposed = createTwin({ model });
  const mine = clientOf(proposed);
  const paths = async (path: string): Promise<string[]> =>
    (await collect(mine.files.listFolder({ path, recursive: true }).items())).map((entry) => entry.path_display ?? "");

  test("TWIN-24: the model that is proposed for spec/ moves and removes what is in a folder with it, and its content", async () => {
    await mine.files.createFolder({ path: "/Docs" });
    await mine.files.upload({ path: "/Docs/Plan.txt" }, "Buy bread");
    await mine.files.upload({ path: "/Docs.txt" }, "");
    await mine.files.move({ from_path: "/docs", to_path: "/Old" });
    expect(await paths("")).toEqual(["/Docs.txt", "/Old", "/Old/Plan.txt"]);
    expect(await (await mine.files.download({ path: "/old/plan.txt" })).text()).toBe("Buy bread");
    await mine.files.delete({ path: "/Old" });
    expect(await paths("")).toEqual(["/Docs.txt"]);
  });

  test("TWIN-20: the model that is proposed for spec/ tells changes of a list what was removed, and gives each content a revision", async () => {
    const before = await mine.files.upload({ path: "/a" }, "1");
    const { cursor } = await mine.files.listFolder({ path: "" });
    const after = await mine.files.upload({ path: "/a", mode: "overwrite" }, "2");
    await mine.files.delete({ path: "/Docs.txt" });
    expect([after.id === before.id, after.rev === before.rev]).toEqual([true, false]);
    expect(await mine.files.listFolderLongpoll({ cursor })).toMatchObject({ changes: true });
    const { entries } = await mine.files.listFolderContinue({ cursor });
    expect(entries).toMatchObject([
      { ".tag": "deleted", path_display: "/Docs.txt" },
      { ".tag": "file", rev: after.rev },
    ]);
  });
});

test("TWIN-20: entities of a base type have the subtype of the route that created them, with the values of its argument", async () => {
  const made = createTwin({
    model: defineModel({
      entry: {
        type: "files.Metadata",
        key: "path_display",
        create: [
          { route: "files/upload", by: "path" },
          { route: "files/create_folder", by: "path" },
        ],
        list: { route: "files/list_folder" },
      },
    }),
  });
  const { files } = clientOf(made);
  await files.upload({ path: "/a.txt", client_modified: "2024-05-06T07:08:09Z" }, "12345");
  await files.createFolder({ path: "/b" });
  const { entries } = await files.listFolder({ path: "" });
  expect(entries).toMatchObject([
    { ".tag": "file", path_display: "/a.txt", size: 5, client_modified: "2024-05-06T07:08:09Z" },
    { ".tag": "folder", path_display: "/b" },
  ]);
});
