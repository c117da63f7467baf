import { withValueAt } from "../../../templates/runtime/arbitraries/value-at.js";
import { uploadSessions, type UploadSession } from "../../generator/facts/upload-sessions.js";
import { structFields } from "../../generator/facts/members.js";
import type { Json } from "../../ir/api.js";
import { routeName } from "../../ir/names.js";
import type { ContractRoute } from "../contract-route.js";
import type { Problem } from "../findings/problem.js";
import { isRefusal, isSuccess, statusOf, jsonOf } from "../http/exchange.js";
import type { Send, Tester } from "../tester.js";
import { ownMember, valueAt } from "../values/places.js";
import {
  compareContent,
  downloadAndCompare,
  downloadNow,
  existingArguments,
  type ContentPair,
  type NamingJson,
  type UploadedContent,
} from "./contents.js";
import { randomContent } from "./random-content.js";
import { exclusive, type Task } from "./task.js";
import { isObject } from "../../ir/is-object.js";

/** Returns tasks that upload content in chunks, with correct and with incorrect offsets. */
export function pieceCalls(tester: Tester, pairs: readonly ContentPair[]): Task[] {
  return tester.parts.context.api.namespaces.flatMap((namespace) =>
    uploadSessions(namespace, tester.parts.context).flatMap((session) => {
      const find = (route: UploadSession["start"]): ContractRoute | undefined =>
        tester.route(routeName(namespace.name, route));
      const [start, append, finish] = [find(session.start), find(session.append), find(session.finish)];
      const pair = pairs.find(({ upload }) => upload.namespace === namespace);
      if (start === undefined || append === undefined || finish === undefined) {
        return [];
      }
      const steps: Steps = { session, start, append, finish, pair };
      return [
        exclusive(() => tester.run(finish, (send) => uploadInPieces(tester, steps, send))),
        exclusive(() => tester.run(append, (send) => appendAtWrongOffset(tester, steps, 1, send))),
        exclusive(() => tester.run(append, (send) => appendAtWrongOffset(tester, steps, -1, send))),
        exclusive(() => tester.run(finish, (send) => finishAtWrongOffset(tester, steps, send))),
      ];
    }),
  );
}

interface Steps {
  readonly session: UploadSession;
  readonly start: ContractRoute;
  readonly append: ContractRoute;
  readonly finish: ContractRoute;
  readonly pair: ContentPair | undefined;
}

const rule = "An upload has the bytes of all its pieces in their order, and a piece with a wrong offset is refused.";

async function uploadInPieces(tester: Tester, steps: Steps, send: Send): Promise<Problem | undefined> {
  const { random } = tester.parts;
  const pieces = [300, 700, 41, 5].map((size) => randomContent(random, size));
  const [first = new Uint8Array(), ...rest] = pieces;
  const id = await startSession(steps, first, send);
  if (id === undefined) {
    return undefined;
  }
  let offset = first.byteLength;
  for (const piece of rest.slice(0, -1)) {
    const appended = await send({ route: steps.append, arg: appendArgument(steps, id, offset), content: piece });
    if (!isSuccess(appended)) {
      return refusedPiece(statusOf(appended), offset);
    }
    offset += piece.byteLength;
  }
  const last = { id, offset, content: rest.at(-1) ?? new Uint8Array() };
  const whole = new Uint8Array(pieces.flatMap((piece) => [...piece]));
  const finished = await finishSession(tester, steps, last, send);
  if (finished === undefined || steps.pair === undefined) {
    return undefined;
  }
  tester.learn(finished.uploaded);
  const problem = await downloadAndCompare(
    tester,
    steps.pair.download,
    { ...finished, content: whole, code: "session" },
    send,
  );
  // Problems that a simple upload also has are reported elsewhere.
  return problem !== undefined && (await compareContent(tester, steps.pair, whole, send)) === undefined
    ? problem
    : undefined;
}

/** The end of a session: its last chunk, and the offset of that. */
interface LastPiece {
  readonly id: string;
  readonly offset: number;
  readonly content: Uint8Array;
}

/** Finishes a session for a new name or, where that is refused, for something that exists. Undefined if it is always refused. */
async function finishSession(
  tester: Tester,
  steps: Steps,
  { id, offset, content }: LastPiece,
  send: Send,
): Promise<Omit<UploadedContent, "content" | "code"> | undefined> {
  const { finish, session, pair } = steps;
  const fresh = finishArgument(tester, steps, id, offset);
  const existing = pair?.isCertain === true ? existingArguments(tester, finish) : [];
  const ofExisting = existing.map((arg) => withValueAt(arg, [session.finishCursor], cursorOf(steps, id, offset)));
  for (const arg of [...(fresh === undefined ? [] : [fresh]), ...ofExisting]) {
    if (await tester.accepts(finish, arg)) {
      const named = namedIn(tester, steps, arg);
      const replaced =
        arg === fresh || pair === undefined
          ? undefined
          : { before: await downloadNow(tester, pair.download, named, send) };
      const uploaded = await send({ route: finish, arg, content });
      if (isSuccess(uploaded)) {
        return { uploaded, named, replaced };
      }
    }
  }
  return undefined;
}

/** Returns the part of the last call's argument that names the content: the field beside the cursor, or else the whole. */
function namedIn({ parts: { context } }: Tester, { finish, session }: Steps, arg: Json): NamingJson {
  const type = finish.route.arg;
  const commit = structFields(type, context.lookup).find(
    ({ name }) => name !== session.finishCursor && isObject(valueAt(arg, [name]) ?? null),
  );
  return commit === undefined
    ? { json: arg, type }
    : { json: valueAt(arg, [commit.name]), type: context.lookup.withoutNull(commit.type) };
}

/** Returns a problem if the server refuses a valid chunk. Other statuses may come from limits or failures, which other checks report. */
function refusedPiece(status: number, offset: number): Problem | undefined {
  return isRefusal(status)
    ? {
        code: "session",
        title: `A piece at the right offset (${offset}) is refused with status ${status}`,
        expected: rule,
        cause: "refused",
      }
    : undefined;
}

async function appendAtWrongOffset(
  tester: Tester,
  steps: Steps,
  difference: number,
  send: Send,
): Promise<Problem | undefined> {
  const first = randomContent(tester.parts.random, 50);
  const id = await startSession(steps, first, send);
  if (id === undefined) {
    return undefined;
  }
  const offset = first.byteLength + difference;
  const arg = appendArgument(steps, id, offset);
  const exchange = await send({ route: steps.append, arg, content: randomContent(tester.parts.random, 20) });
  return isSuccess(exchange) ? wrongOffset(first.byteLength, offset) : undefined;
}

async function finishAtWrongOffset(tester: Tester, steps: Steps, send: Send): Promise<Problem | undefined> {
  const first = randomContent(tester.parts.random, 50);
  const id = await startSession(steps, first, send);
  const arg = id === undefined ? undefined : finishArgument(tester, steps, id, first.byteLength + 7);
  if (arg === undefined || !(await tester.accepts(steps.finish, arg))) {
    return undefined;
  }
  const exchange = await send({ route: steps.finish, arg, content: randomContent(tester.parts.random, 20) });
  return isSuccess(exchange) ? wrongOffset(first.byteLength, first.byteLength + 7) : undefined;
}

function wrongOffset(uploaded: number, offset: number): Problem {
  return {
    code: "session",
    title: `A piece with the offset ${offset} is accepted, although ${uploaded} bytes have been uploaded`,
    expected: rule,
    cause: "offset",
  };
}

async function startSession({ session, start }: Steps, content: Uint8Array, send: Send): Promise<string | undefined> {
  const exchange = await send({ route: start, arg: start.hasArg ? {} : undefined, content });
  const json = isSuccess(exchange) ? jsonOf(exchange.reply) : undefined;
  const id = isObject(json) ? ownMember(json, session.id) : undefined;
  return typeof id === "string" ? id : undefined;
}

function cursorOf({ session }: Steps, id: string, offset: number): Json {
  return { [session.id]: id, [session.offset]: offset };
}

function appendArgument(steps: Steps, id: string, offset: number): Json {
  const { appendCursor } = steps.session;
  const cursor = cursorOf(steps, id, offset);
  return appendCursor === undefined ? cursor : { [appendCursor]: cursor };
}

function finishArgument({ parts: { maker } }: Tester, steps: Steps, id: string, offset: number): Json | undefined {
  const made = maker.smallest(steps.finish, { known: 0, fresh: 100 });
  return made && withValueAt(made.arg, [steps.session.finishCursor], cursorOf(steps, id, offset));
}
