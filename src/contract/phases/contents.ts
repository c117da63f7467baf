import { isRequired, structFields } from "../../facts/members.js";
import type { Json } from "../../ir/api.js";
import type { ContractRoute } from "../contract-route.js";
import type { Problem } from "../findings/problem.js";
import { isSuccess, statusOf, type AnsweredReply, type Exchange } from "../http/exchange.js";
import { resultJson } from "../http/reply-json.js";
import type { Send, Tester } from "../tester.js";
import { isMembers, own, placesIn, valueAt } from "../values/places.js";
import { randomContent } from "./content.js";
import { exclusive, type Task } from "./task.js";

/** A route that uploads content, and a route that downloads it. */
export interface ContentPair {
  readonly upload: ContractRoute;
  readonly download: ContractRoute;
}

/** Returns the pairs of the configuration, and those that names and arguments of routes suggest. */
export function contentPairs(tester: Tester, named: readonly (readonly [string, string])[]): readonly ContentPair[] {
  const { routes } = tester.parts;
  const given = named.flatMap(([from, to]) => {
    const [upload, download] = [tester.route(from), tester.route(to)];
    return upload === undefined || download === undefined ? [] : [{ upload, download }];
  });
  const uploads = routes.filter(
    ({ style, route }) => style === "upload" && /(?:^|[/_])(?:upload|put)$/.test(route.name),
  );
  const downloads = routes.filter(
    ({ style, route }) => style === "download" && /(?:^|[/_])(?:download|fetch|get_content)$/.test(route.name),
  );
  const suggested = uploads.flatMap((upload) =>
    downloads
      .filter((download) => download.namespace.name === upload.namespace.name && areAlike(upload, download, tester))
      .map((download) => ({ upload, download })),
  );
  return [...given, ...suggested.filter(({ upload }) => !given.some((pair) => pair.upload === upload))];
}

/** Whether the argument of the upload has every field that the download requires. */
function areAlike(upload: ContractRoute, download: ContractRoute, { parts: { context } }: Tester): boolean {
  const { lookup } = context;
  const given = structFields(upload.route.arg, lookup);
  const needed = structFields(download.route.arg, lookup).filter((field) => isRequired(field, lookup));
  return (
    needed.length > 0 &&
    needed.every(({ name, type }) => {
      const same = given.find((field) => field.name === name);
      return same !== undefined && lookup.bare(same.type).kind === lookup.bare(type).kind;
    })
  );
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
  { upload, download }: ContentPair,
  content: Uint8Array,
  send: Send,
): Promise<Problem | undefined> {
  const { maker } = tester.parts;
  const made = maker.smallest(upload, { known: 0, fresh: 100 });
  if (made === undefined || !(await tester.accepts(upload, made.arg))) {
    return undefined;
  }
  const uploaded = await send({ route: upload, arg: made.arg, content });
  if (!isSuccess(uploaded)) {
    return undefined;
  }
  tester.learn(uploaded);
  return downloadAndCompare(tester, download, uploaded, made.arg, content, "content", send);
}

/** Downloads content that has been uploaded, and returns the first problem. */
export async function downloadAndCompare(
  tester: Tester,
  download: ContractRoute,
  uploaded: Exchange,
  arg: Json,
  content: Uint8Array,
  code: "content" | "session",
  send: Send,
): Promise<Problem | undefined> {
  const size = content.byteLength;
  const wrongSize = sizeProblem(tester, uploaded, size);
  if (wrongSize !== undefined) {
    return { ...wrongSize, code };
  }
  const downloadArg = argumentOf(tester, download, arg, uploaded);
  if (downloadArg === undefined || !(await tester.accepts(download, downloadArg))) {
    return undefined;
  }
  const whole = await send({ route: download, arg: downloadArg });
  if (!isSuccess(whole) || whole.reply.kind === "failed") {
    return undefined;
  }
  if (!areEqual(whole.reply.body, content)) {
    return {
      code,
      title: `${size} bytes were uploaded, and ${differenceOf(whole.reply.body, content)}`,
      expected: "A download returns the bytes that were uploaded.",
      cause: "bytes",
    };
  }
  const downloadSize = sizeProblem(tester, whole, size);
  if (downloadSize !== undefined) {
    return { ...downloadSize, code };
  }
  return size < 10 ? undefined : compareRanges(download, downloadArg, content, send);
}

/** Returns a problem if the `size` field of the result is not the number of bytes. */
function sizeProblem(tester: Tester, exchange: Exchange, size: number): Omit<Problem, "code"> | undefined {
  const { call, reply } = exchange;
  if (reply.kind === "failed") {
    return undefined;
  }
  const { context } = tester.parts;
  const found = resultJson(exchange, reply, context.binding.headers.result);
  const places = "json" in found ? placesIn(found.json, call.route.route.result, context.lookup) : [];
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

/** Returns the argument that downloads the uploaded content; undefined if a required field has no value. */
function argumentOf(tester: Tester, download: ContractRoute, arg: Json, uploaded: Exchange): Json | undefined {
  const { context } = tester.parts;
  const result =
    uploaded.reply.kind === "answered"
      ? resultJson(uploaded, uploaded.reply, context.binding.headers.result)
      : { problem: "" };
  const fields = structFields(download.route.arg, context.lookup).filter((field) => isRequired(field, context.lookup));
  const entries = fields.map(({ name }) => {
    const answered = "json" in result && isMembers(result.json) ? own(result.json, name) : undefined;
    return [name, answered ?? valueAt(arg, [name])] as const;
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
