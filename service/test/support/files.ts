import type { Client } from "cloud-storage-api";
import type { FileMetadata, WriteModeInput } from "cloud-storage-api/files";
import type { AddAccountArgInput } from "#controls/controls";
import { newEmail, type TestedService } from "./service.js";

/** Somebody with a storage of their own. */
export interface Person {
  readonly account: string;
  /** The namespace of the storage. */
  readonly home: string;
  readonly token: string;
  readonly client: Client;
}

/** A new person with a personal account, and an app that may do everything with it. */
export async function newPerson(service: TestedService, more: Partial<AddAccountArgInput> = {}): Promise<Person> {
  const { account_id, namespace_id } = await service.controls.addAccount({ email: newEmail(), ...more });
  const token = await service.userToken(account_id);
  return { account: account_id, home: namespace_id, token, client: service.clientWith(token) };
}

/** Uploads a text. */
export function save(client: Client, path: string, text = path, mode: WriteModeInput = "add"): Promise<FileMetadata> {
  return client.files.upload({ path, mode }, text);
}

/** Downloads a text. */
export async function read(client: Client, path: string): Promise<string> {
  return (await client.files.download({ path })).text();
}

/** The paths of all that is in a folder, however deep. */
export async function pathsIn(client: Client, path = ""): Promise<(string | undefined)[]> {
  const paths: (string | undefined)[] = [];
  let page = await client.files.listFolder({ path, recursive: true });
  paths.push(...page.entries.map(({ path_display }) => path_display));
  while (page.has_more) {
    page = await client.files.listFolderContinue({ cursor: page.cursor });
    paths.push(...page.entries.map(({ path_display }) => path_display));
  }
  return paths;
}
