import { importModule, payload, payloadText, type Task } from "./task.js";

type Work = () => unknown;
type Codec = (value: unknown) => unknown;

/** The work with the codecs of the generated package, and with the engine's own functions for comparison. */
export const ours: Readonly<Record<string, (task: Task) => Promise<Work>>> = {
  parse: async (task) => {
    const text = await payloadText(task);
    return () => JSON.parse(text) as unknown;
  },
  parseExactly: async (task) => {
    const text = await payloadText(task);
    const path = task.module.replace(/[^/]*\/index\.js$/, "runtime/shared.js");
    const { parseJson } = await importModule<{ parseJson: (text: string) => unknown }>(path);
    return () => parseJson(text);
  },
  parseAndDecode: async (task) => {
    const text = await payloadText(task);
    const decode = await codec("decode", task);
    return () => decode(JSON.parse(text));
  },
  decode: async (task) => {
    const json = await payload(task);
    const decode = await codec("decode", task);
    return () => decode(json);
  },
  stringify: async (task) => {
    const value = await decodeTask(task);
    return () => JSON.stringify(value);
  },
  encode: async (task) => {
    const value = await decodeTask(task);
    const encode = await codec("encode", task);
    return () => encode(value);
  },
  encodeAndStringify: async (task) => {
    const value = await decodeTask(task);
    const encode = await codec("encode", task);
    return () => JSON.stringify(encode(value));
  },
};

async function decodeTask(task: Task): Promise<unknown> {
  return (await codec("decode", task))(await payload(task));
}

async function codec(verb: "decode" | "encode", { module, type }: Task): Promise<Codec> {
  const functions = await importModule<Readonly<Record<string, Codec>>>(module);
  const convert = functions[`${verb}${type}`];
  if (convert === undefined) {
    throw new Error(`${module} has no ${verb}${type}`);
  }
  return convert;
}
