import { isRequired, structFields } from "../../generator/facts/members.js";
import type { Field, Json, Type } from "../../ir/api.js";
import { qualified } from "../../ir/names.js";
import type { Lookup } from "../../ir/walk.js";
import type { ContractRoute } from "../contract-route.js";
import type { Problem } from "../findings/problem.js";
import { isSuccess, statusOf, resultOf, type AnsweredReply, type Exchange } from "../http/exchange.js";
import type { Send, Tester } from "../tester.js";
import { placesIn, valueAt } from "../values/places.js";
import { randomContent } from "./random-content.js";
import { exclusive, type Task } from "./task.js";

/** A route that uploads content, and a route that downloads it. */
export interface ContentPair {
  readonly upload: ContractRoute;
  readonly download: ContractRoute;
  /**
   * Whether the configuration or the same name, such as that of `photo/upload` and `photo/download`, says that the download returns
   * what was uploaded for something that exists. Otherwise only uploads with new names are compared.
   */
  readonly isCertain: boolean;
}

/** Returns the pairs of the configuration, and those that names and arguments of routes suggest. */
export function contentPairs(tester: Tester, named: readonly (readonly [string, string])[]): readonly ContentPair[] {
  const { routes } = tester.parts;
  const given = named.flatMap(([from, to]) => {
    const [upload, download] = [tester.route(from), tester.route(to)];
    return upload === undefined || download === undefined ? [] : [{ upload, download, isCertain: true }];
  });
  const uploads = routes.filter(
    ({ style, route }) => style === "upload" && /(?:^|[/_])(?:upload|put)$/.test(route.name),
  );
  const downloads = routes.filter(
    ({ style, route }) => style === "download" && /(?:^|[/_])(?:download|fetch|get_content)$/.test(route.name),
  );
  const suggested = uploads.flatMap((upload) => {
    const pairs = downloads
      .filter((download) => download.namespace.name === upload.namespace.name && areAlike(upload, download, tester))
      .map((download) => ({ upload, download, isCertain: stem(upload) === stem(download) }));
    const certain = pairs.filter(({ isCertain }) => isCertain);
    return certain.length > 0 ? certain : pairs;
  });
  return [...given, ...suggested.filter(({ upload }) => !given.some((pair) => pair.upload === upload))];
}

/** Returns the name of a route without its verb. */
function stem({ route }: ContractRoute): string {
  return route.name.replace(/(?:upload|put|download|fetch|get_content)$/, "");
}

/** Whether the argument of the upload has a value for every field that the download requires. */
function areAlike(upload: ContractRoute, download: ContractRoute, { parts: { context } }: Tester): boolean {
  const { lookup } = context;
  const given = structFields(upload.route.arg, lookup);
  const needed = structFields(download.route.arg, lookup).filter((field) => isRequired(field, lookup));
  return needed.length > 0 && needed.every((field) => sameField(field, given, lookup) !== undefined);
}

/** Returns the field that has the values of another one: the one with its alias, or else the one with its name and kind of type. */
function sameField(field: Field, fields: readonly Field[], lookup: Lookup): Field | undefined {
  const alias = aliasOf(field, lookup);
  const ofAlias = fields.filter((each) => alias !== undefined && aliasOf(each, lookup) === alias);
  const ofName = (each: Field): boolean => each.name === field.name;
  return (
    ofAlias.find(ofName) ??
    (ofAlias.length === 1 ? ofAlias[0] : undefined) ??
    fields.find((each) => ofName(each) && lookup.bare(each.type).kind === lookup.bare(field.type).kind)
  );
}

function aliasOf({ type }: Field, lookup: Lookup): string | undefined {
  const inner = lookup.withoutNull(type);
  return inner.kind === "ref" && lookup.definition(inner).kind === "alias" ? qualified(inner) : undefined;
}

/** Returns tasks that upload content, download it as a whole and in ranges, and compare. */
export function contentCalls(tester: Tester, pair: ContentPair): Task[] {
  return [0, 1, 1000, 70_000, 1_100_000].map((size) =>
    exclusive(() =>
      tester.run(pair.upload, (send) => compareContent(tester, pair, randomContent(tester.parts.random, size), send)),
    ),
  );
}

/** Uploads content, downloads it, and returns the first problem. */
export async function compareContent(
  tester: Tester,
  pair: ContentPair,
  content: Uint8Array,
  send: Send,
): Promise<Problem | undefined> {
  const { upload, download } = pair;
  const { maker } = tester.parts;
  const fresh = maker.smallest(upload, { known: 0, fresh: 100 });
  if (fresh !== undefined && (await tester.accepts(upload, fresh.arg))) {
    const uploaded = await send({ route: upload, arg: fresh.arg, content });
    if (isSuccess(uploaded)) {
      tester.learn(uploaded);
      return downloadAndCompare(
        tester,
        download,
        { uploaded, named: { json: fresh.arg, type: upload.route.arg }, content, code: "content" },
        send,
      );
    }
  }
  return pair.isCertain ? compareReplaced(tester, pair, content, send) : undefined;
}

/**
 * Uploads content for something that exists, downloads it, and returns the first problem. What is there before may be kept, as part of
 * the new content, which is no problem.
 */
async function compareReplaced(
  tester: Tester,
  { upload, download }: ContentPair,
  content: Uint8Array,
  send: Send,
): Promise<Problem | undefined> {
  for (const arg of existingArguments(tester, upload)) {
    if (!(await tester.accepts(upload, arg))) {
      continue;
    }
    // Only if it is known what was there before, it is certain that an upload replaces it.
    const named = { json: arg, type: upload.route.arg };
    let before = await downloadNow(tester, download, named, send);
    if (before === undefined && isSuccess(await send({ route: upload, arg, content: content.toReversed() }))) {
      before = await downloadNow(tester, download, named, send);
    }
    const uploaded = await send({ route: upload, arg, content });
    if (isSuccess(uploaded)) {
      tester.learn(uploaded);
      return downloadAndCompare(
        tester,
        download,
        { uploaded, named, content, replaced: { before }, code: "content" },
        send,
      );
    }
  }
  return undefined;
}

/** Returns arguments for things that exist, those that have succeeded last first. */
export function existingArguments(tester: Tester, route: ContractRoute): readonly Json[] {
  const argument = tester.parts.maker.smallest(route, { known: 100, fresh: 0 });
  return [...tester.successfulCalls(route).toReversed(), ...(argument === undefined ? [] : [argument])].map(
    ({ arg }) => arg,
  );
}

/** Downloads the content that a value names; undefined if it cannot be downloaded. */
export async function downloadNow(
  tester: Tester,
  download: ContractRoute,
  named: NamingJson,
  send: Send,
): Promise<Uint8Array | undefined> {
  const downloadArg = argumentOf(tester, download, [named]);
  if (downloadArg === undefined || !(await tester.accepts(download, downloadArg))) {
    return undefined;
  }
  const { reply } = await send({ route: download, arg: downloadArg });
  return reply.kind === "answered" && reply.status === 200 ? reply.body : undefined;
}

/** Content that has been uploaded. */
export interface UploadedContent {
  readonly uploaded: Exchange;
  /** The argument that names what was uploaded, or the part of it that does. */
  readonly named: NamingJson;
  readonly content: Uint8Array;
  /** Set if the upload names something that exists, with its content before; undefined if that is not known. */
  readonly replaced?: { readonly before: Uint8Array | undefined } | undefined;
  readonly code: "content" | "session";
}

/** Downloads content that has been uploaded, and returns the first problem. */
export async function downloadAndCompare(
  tester: Tester,
  download: ContractRoute,
  { uploaded, named, content, replaced, code }: UploadedContent,
  send: Send,
): Promise<Problem | undefined> {
  const size = content.byteLength;
  const { route } = uploaded.call.route;
  const wrongSize = sizeProblem(tester, uploaded, size);
  if (wrongSize !== undefined && replaced === undefined) {
    return { ...wrongSize, code };
  }
  const downloadArg = argumentOf(tester, download, [
    { json: resultOf(uploaded, tester.parts.context), type: route.result },
    named,
  ]);
  if (downloadArg === undefined || !(await tester.accepts(download, downloadArg))) {
    return undefined;
  }
  const whole = await send({ route: download, arg: downloadArg });
  if (!isSuccess(whole) || whole.reply.kind === "failed") {
    tester.contents.skip(uploaded.call.route, download, whole);
    return undefined;
  }
  const { body } = whole.reply;
  if (replaced !== undefined && !areEqual(body, content) && keeps(body, replaced.before)) {
    return undefined;
  }
  tester.contents.compare(uploaded.call.route, download);
  if (!areEqual(body, content)) {
    return {
      code,
      title: `${size} bytes were uploaded, and ${differenceOf(body, content)}`,
      expected: "A download returns the bytes that were uploaded.",
      cause: "bytes",
    };
  }
  const otherSize = wrongSize ?? sizeProblem(tester, whole, size);
  if (otherSize !== undefined) {
    return { ...otherSize, code };
  }
  return size < 10 ? undefined : compareRanges(download, downloadArg, content, send);
}

/** Whether content may still have what was there before, at its start or its end, as where uploads are appended. */
function keeps(content: Uint8Array, before: Uint8Array | undefined): boolean {
  if (before === undefined) {
    return true;
  }
  const { byteLength: size } = before;
  return (
    size > 0 &&
    content.byteLength >= size &&
    (areEqual(content.subarray(0, size), before) || areEqual(content.subarray(content.byteLength - size), before))
  );
}

/** Returns a problem if the `size` field of the result is not the number of bytes. */
function sizeProblem(tester: Tester, exchange: Exchange, size: number): Omit<Problem, "code"> | undefined {
  const { call } = exchange;
  const json = resultOf(exchange, tester.parts.context);
  const places = json === undefined ? [] : placesIn(json, call.route.route.result, tester.parts.context.lookup);
  const wrong = places.find(
    ({ path, json, field, type }) =>
      field?.name === "size" && path.length === 1 && type.kind.includes("int") && Number(json) !== size,
  );
  return (
    wrong && {
      title: `The content has ${size} bytes, but size is ${Number(wrong.json)}`,
      expected: "The size in the result is the number of bytes of the content.",
      cause: "size",
    }
  );
}

/** JSON that names content, and its type. */
export interface NamingJson {
  readonly json: Json | undefined;
  readonly type: Type;
}

/** Returns the argument that downloads content, with the values of the first of `sources` that has each; undefined if one is missing. */
function argumentOf(
  { parts: { context } }: Tester,
  download: ContractRoute,
  sources: readonly NamingJson[],
): Json | undefined {
  const { lookup } = context;
  const fields = structFields(download.route.arg, lookup).filter((field) => isRequired(field, lookup));
  const entries = fields.map((field) => {
    const values = sources.map(({ json, type }) => {
      const same = sameField(field, structFields(type, lookup), lookup);
      return json === undefined ? undefined : valueAt(json, [same?.name ?? field.name]);
    });
    return [field.name, values.find((value) => value !== undefined)] as const;
  });
  return entries.every(([, value]) => value !== undefined) ? (Object.fromEntries(entries) as Json) : undefined;
}

/** Downloads ranges of the content, and returns the first problem. A server may send the whole content instead. */
async function compareRanges(
  route: ContractRoute,
  arg: Json,
  content: Uint8Array,
  send: Send,
): Promise<Problem | undefined> {
  const size = content.byteLength;
  const ranges: readonly (readonly [string, number, number])[] = [
    ["bytes=2-5", 2, 5],
    [`bytes=${size - 3}-`, size - 3, size - 1],
    ["bytes=-4", size - 4, size - 1],
  ];
  for (const [range, start, end] of ranges) {
    const exchange = await send({ route, arg, headers: { Range: range } });
    const { reply } = exchange;
    if (reply.kind === "failed") {
      return undefined;
    }
    const problem = (title: string): Problem => ({
      code: "content",
      title,
      expected:
        "A range is answered with status 206, its bytes and their place in Content-Range, or with all bytes and status 200.",
      cause: "range",
    });
    if (statusOf(exchange) === 200 && !areEqual(reply.body, content)) {
      return problem(`With the header Range: ${range}, the reply has status 200, but not all ${size} bytes`);
    }
    if (statusOf(exchange) === 206 && !isPart(reply, content, start, end)) {
      return problem(
        `With the header Range: ${range}, the reply has ${reply.body.byteLength} bytes that are not bytes ${start} to ${end} of ${size} (Content-Range: ${reply.headers["content-range"] ?? "missing"})`,
      );
    }
  }
  return undefined;
}

function isPart({ headers, body }: AnsweredReply, content: Uint8Array, start: number, end: number): boolean {
  const [, from, to, all] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers["content-range"] ?? "") ?? [];
  return (
    Number(from) === start &&
    Number(to) === end &&
    (all === "*" || Number(all) === content.byteLength) &&
    areEqual(body, content.subarray(start, end + 1))
  );
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, index) => byte === b[index]);
}

function differenceOf(found: Uint8Array, wanted: Uint8Array): string {
  return found.byteLength === wanted.byteLength
    ? `other bytes were downloaded, from byte ${found.findIndex((byte, index) => byte !== wanted[index])} on`
    : `${found.byteLength} bytes were downloaded`;
}
