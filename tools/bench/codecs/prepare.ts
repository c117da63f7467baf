import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Api, Name } from "../../../src/ir/api.js";
import type { Lookup } from "../../../src/ir/walk.js";
import { jsonSchema } from "../peers/json-schema.js";
import { peerName } from "../peers/peer-name.js";
import { ProtobufFile } from "../peers/protobuf-file.js";
import { typiaSource } from "../peers/typia-source.js";
import { zodSource } from "../peers/zod-source.js";
import { listOfFiles, listOfMembers } from "./payloads.js";
import { files, type Task } from "./task.js";
import { compileTypia, hoistPatterns } from "./typia-module.js";

type Fields = Readonly<Record<string, unknown>>;

export interface Payload {
  readonly name: string;
  readonly type: Name;
  readonly json: Fields;
  /** The target for (JSON.parse + decode) / JSON.parse. */
  readonly target: number;
}

/** Returns the payloads whose types an API has. */
export function createPayloads(api: Api): Payload[] {
  const all: readonly Payload[] = [
    {
      name: "files",
      type: { namespace: "files", name: "ListFolderResult" },
      json: listOfFiles(),
      target: 1.3,
    },
    {
      name: "members",
      type: { namespace: "team", name: "MembersListV2Result" },
      json: listOfMembers(),
      target: 1.15,
    },
  ];
  return all.filter(({ type }) => {
    const namespace = api.namespaces.find(({ name }) => name === type.namespace);
    return namespace?.types.some(({ name }) => name === type.name) === true;
  });
}

/** Writes the files that contenders need for each payload to a folder. Returns the tasks. */
export async function prepare({ name, type, json }: Payload, lookup: Lookup, root: string): Promise<Task> {
  const folder = join(root, name);
  const protobuf = new ProtobufFile(type, lookup);
  const contents = {
    [files.text]: JSON.stringify(json),
    // The invalid field is checked last, so that everything else is checked first.
    [files.failing]: JSON.stringify({ ...json, has_more: "yes" }),
    [files.discriminator]: JSON.stringify(jsonSchema(type, lookup, "discriminator")),
    [files.anyOf]: JSON.stringify(jsonSchema(type, lookup, "anyOf")),
    [files.zod]: zodSource([type], lookup),
    [files.descriptor]: JSON.stringify(protobuf.descriptor()),
    [files.protobuf]: JSON.stringify(protobuf.json(json, { kind: "ref", ...type })),
  };
  await mkdir(folder);
  await Promise.all(Object.entries(contents).map(([file, text]) => writeFile(join(folder, file), text)));
  await compileTypia(join(folder, files.typiaSource), typiaSource(type, lookup));
  const checks = await readFile(join(folder, files.typia), "utf8");
  await writeFile(join(folder, files.typiaHoisted), hoistPatterns(checks));
  return {
    folder,
    module: join(root, "api/dist", type.namespace, "index.js"),
    type: type.name,
    peerType: peerName(type),
    fails: false,
  };
}
