import { allItems, type Side } from "./side.js";

/** What the random parts of a call are. */
export interface Choice {
  /** Which of the things that were created. */
  readonly at: number;
  readonly other: number;
  readonly name: string;
  readonly text: string;
  readonly isOn: boolean;
  readonly count: number;
}

/** A call of a route that the model speaks of. */
interface Operation {
  readonly call: (side: Side, choice: Choice) => PromiseLike<unknown>;
  /** The id in the result of a call that creates something. */
  readonly created?: (result: never) => string;
}

/** Calls by the names of their routes. */
export type Operations = Readonly<Record<string, Operation>>;

export const names = ["a", "A", "Plans", "b/c", ""] as const;
const noFolder = "0";
const noGroup = "g:0";

const folderCalls: Operations = {
  "team/team_folder/create": {
    call: ({ client }, { name }) => client.team.teamFolderCreate({ name }),
    created: ({ team_folder_id }: { team_folder_id: string }) => team_folder_id,
  },
  "team/team_folder/rename": {
    call: (side, { at, name }) => side.client.team.teamFolderRename({ team_folder_id: side.id(at, noFolder), name }),
  },
  "team/team_folder/archive": {
    call: (side, { at }) =>
      side.client.team.teamFolderArchive({ team_folder_id: side.id(at, noFolder), force_async_off: true }),
  },
  "team/team_folder/activate": {
    call: (side, { at }) => side.client.team.teamFolderActivate({ team_folder_id: side.id(at, noFolder) }),
  },
  "team/team_folder/permanently_delete": {
    call: (side, { at }) => side.client.team.teamFolderPermanentlyDelete({ team_folder_id: side.id(at, noFolder) }),
  },
  "team/team_folder/get_info": {
    call: (side, { at, other }) =>
      side.client.team.teamFolderGetInfo({ team_folder_ids: [side.id(at, noFolder), side.id(other, noFolder)] }),
  },
  "team/team_folder/list": {
    call: ({ client }, { count, isOn }) => client.team.teamFolderList(isOn ? { limit: count } : {}),
  },
};

const groupCalls: Operations = {
  "team/groups/create": {
    call: ({ client }, { name, text, isOn }) =>
      client.team.groupsCreate({
        group_name: name,
        ...(isOn && { group_external_id: text, group_management_type: { ".tag": "user_managed" } as const }),
      }),
    created: ({ group_id }: { group_id: string }) => group_id,
  },
  "team/groups/update": {
    call: (side, { at, name, text, isOn, count }) =>
      side.client.team.groupsUpdate({
        group: { ".tag": "group_id", group_id: side.id(at, noGroup) },
        return_members: count > 1,
        new_group_name: isOn ? name : undefined,
        new_group_external_id: isOn ? undefined : text,
      }),
  },
  "team/groups/delete": {
    call: (side, { at }) =>
      side.client.team.groupsDelete({ ".tag": "group_id", group_id: side.id(at, noGroup) }).waitFor({ intervalMs: 1 }),
  },
  "team/groups/get_info": {
    call: (side, { at, other, text, isOn }) =>
      side.client.team.groupsGetInfo(
        isOn
          ? { ".tag": "group_external_ids", group_external_ids: [text] }
          : { ".tag": "group_ids", group_ids: [side.id(at, noGroup), side.id(other, noGroup)] },
      ),
  },
  "team/groups/list": {
    call: ({ client }, { count }) => allItems(client.team.groupsList({ limit: count })),
  },
  "team/groups/list, the first page": {
    call: ({ client }, { count }) => client.team.groupsList({ limit: count }),
  },
};

function path(name: string): string {
  return `/${name === "" || name.includes("/") ? "other.txt" : name}`;
}

const fileCalls: Operations = {
  "files/upload": {
    call: ({ client }, { name, text, isOn }) =>
      client.files.upload({ path: path(name), mode: isOn ? "overwrite" : "add" }, text),
  },
  "files/create_folder": {
    call: ({ client }, { name }) => client.files.createFolder({ path: path(name) }),
  },
  "files/get_metadata": {
    call: ({ client }, { name }) => client.files.getMetadata({ path: path(name) }),
  },
  "files/download": {
    call: async (side, { name, at, count, isOn }) => {
      const range = isOn ? { start: at, end: at + count } : undefined;
      const download = await side.client.files.download({ path: path(name) }, { range });
      const { result, etag = "" } = download;
      side.tags.set(result.path_lower ?? "", etag);
      return { result, text: await download.text(), range: download.range, hasTag: etag !== "" };
    },
  },
  "files/download, if it has changed": {
    call: async (side, { name }) => {
      const ifNoneMatch = side.tags.get(path(name).toLowerCase()) ?? '"none"';
      const download = await side.client.files.download({ path: path(name) }, { ifNoneMatch });
      return download.isNotModified ? "not modified" : download.text();
    },
  },
  "files/list_folder": {
    call: ({ client }) => allItems(client.files.listFolder({ path: "" })),
  },
  "files/move": {
    call: ({ client }, { name, at }) =>
      client.files.move({ from_path: path(name), to_path: path(names[at % names.length] ?? "") }),
  },
  "files/delete": {
    call: ({ client }, { name }) => client.files.delete({ path: path(name) }),
  },
  "files/upload_session/start": {
    call: ({ client }, { text, at }) => client.files.uploadSessionStart({ close: at === 3 }, text),
    created: ({ session_id }: { session_id: string }) => session_id,
  },
  "files/upload_session/append": {
    call: (side, { at, count, text }) =>
      side.client.files.uploadSessionAppend({ session_id: side.id(at, "none"), offset: count }, text),
  },
  "files/upload_session/finish": {
    call: (side, { at, count, name, text }) =>
      side.client.files.uploadSessionFinish(
        { cursor: { session_id: side.id(at, "none"), offset: count }, commit: { path: path(name), mode: "overwrite" } },
        text,
      ),
  },
};

/** The resources of the model, with the calls of their routes. */
export const resources: readonly (readonly [name: string, operations: Operations])[] = [
  ["team folders", folderCalls],
  ["groups", groupCalls],
  ["files and folders", fileCalls],
];
