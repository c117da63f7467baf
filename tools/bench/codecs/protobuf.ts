import { createFileRegistry, fromJson, type JsonValue } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { files, readJson, type Task } from "./task.js";

export async function protobuf(task: Task): Promise<() => unknown> {
  const file = fromJson(FileDescriptorProtoSchema, (await readJson(task, files.descriptor)) as JsonValue);
  const message = createFileRegistry(file, () => undefined).getMessage(task.peerType);
  if (message === undefined) {
    throw new Error(`there is no message ${task.peerType}`);
  }
  const json = (await readJson(task, files.protobuf)) as JsonValue;
  return () => fromJson(message, json);
}
