import { isRequired, structFields } from "../../generator/facts/members.js";
import type { Json, Name, Type } from "../../ir/api.js";
import { qualified } from "../../ir/names.js";
import { callerKind, type Credentials } from "../http/credentials.js";
import type { ContractRoute } from "../contract-route.js";
import type { Problem } from "../findings/problem.js";
import { isSuccess, statusOf, jsonOf, type Exchange } from "../http/exchange.js";
import type { Send, Tester } from "../tester.js";
import type { MadeArgument } from "../values/argument-maker.js";
import { placesIn, valueAt, type Place } from "../values/places.js";
import { contentFor } from "./random-content.js";
import { exclusive, type Task } from "./task.js";
import { isObject } from "../../ir/is-object.js";

/**
 * Returns a task that creates things and reads each by its id, with every route that requires only an id. `settle` is in
 * milliseconds.
 */
export function readCreated(tester: Tester, route: ContractRoute, credentials: Credentials, settle: number): Task[] {
  if (route.effect === "reads" || route.effect === "destroys" || route.isPoll || !route.hasResult) {
    return [];
  }
  const readers = tester.parts.routes.filter(
    (reader) =>
      reader.effect === "reads" &&
      reader.route.deprecated === undefined &&
      callerKind(reader, credentials) === callerKind(route, credentials),
  );
  return readers.length === 0 ? [] : [exclusive(() => createAndRead(tester, route, readers, settle))];
}

async function createAndRead(
  tester: Tester,
  route: ContractRoute,
  readers: readonly ContractRoute[],
  settle: number,
): Promise<void> {
  const results = readers.flatMap((reader) => {
    const wanted = onlyRequired(reader, tester);
    return wanted === undefined ? [] : [{ reader, wanted }];
  });
  if (results.length === 0) {
    return;
  }
  for (const { reader, wanted } of results) {
    await tester.run(reader, async (send): Promise<Problem | undefined> => {
      const id = await createOne(tester, route, reader, wanted, send);
      if (id === undefined) {
        return undefined;
      }
      const { name } = wanted;
      const start = performance.now();
      for (;;) {
        const read = await send({ route: reader, arg: { [name]: id.json } });
        const status = statusOf(read);
        if (isSuccess(read) || status === 401 || status === 403 || status === 429 || status === 0 || status >= 500) {
          return undefined;
        }
        if (performance.now() - start >= settle) {
          return {
            code: "not-readable",
            title: `The item that ${route.name} created cannot be read: status ${status} after ${settle / 1000} s`,
            expected: `${reader.name} returns the item with the id that ${route.name} returned.`,
            cause: route.name,
          };
        }
        await tester.parts.budget.wait(Math.min(100, settle));
      }
    });
    if (seemsToReturnWhatIsNamed(reader, tester)) {
      await tester.run(reader, (send) => createAndReadSeveral(tester, route, reader, wanted, send));
    }
  }
}

/** How many things are created, and then read. */
const several = 4;

/**
 * Creates things and reads each, and returns a problem if a reply is about another one of them, or if two replies are about the
 * same thing. Ids may come back in another spelling.
 */
async function createAndReadSeveral(
  tester: Tester,
  route: ContractRoute,
  reader: ContractRoute,
  wanted: WantedField,
  send: Send,
): Promise<Problem | undefined> {
  const created: Place[] = [];
  while (created.length < several) {
    const id = await createOne(tester, route, reader, wanted, send);
    if (id === undefined) {
      break;
    }
    created.push(id);
  }
  const ids = created.map(({ json }) => json);
  const answers = new Map<string, string>();
  for (const { json: id, path } of created) {
    const exchange = await send({ route: reader, arg: { [wanted.name]: id } });
    const json = isSuccess(exchange) ? jsonOf(exchange.reply) : undefined;
    const answer = json === undefined ? undefined : valueAt(json, path.slice(-1));
    if (typeof answer !== "string" || typeof id !== "string" || answer === id) {
      continue;
    }
    const earlier = answers.get(answer);
    if (ids.includes(answer) || earlier !== undefined) {
      return {
        code: "other-item",
        title: `The reply for ${id} is about ${answer}${earlier === undefined ? "" : `, as is the reply for ${earlier}`}`,
        expected: `${reader.name} returns what has the id in its argument.`,
        cause: wanted.name,
      };
    }
    answers.set(answer, id);
  }
  return undefined;
}

/**
 * Whether the name of a route promises the thing that its argument names: `get`, `get_info`, or `get_ticket` for a `Ticket`.
 * Others, such as `get_previous`, may return another thing of the same type.
 */
function seemsToReturnWhatIsNamed({ route }: ContractRoute, { parts: { context } }: Tester): boolean {
  const last = route.name.split("/").at(-1) ?? "";
  const words = /^(?:get|read|show|view|fetch|find|load|lookup|look_up|describe|retrieve)(?:_(\w+))?$|^(\w+)$/.exec(
    last,
  );
  const noun = (words?.[1] ?? words?.[2])?.replaceAll("_", "").toLowerCase();
  const result = context.lookup.bare(route.result);
  const resultFields = [
    "info",
    "metadata",
    "details",
    "data",
    "item",
    result.kind === "ref" ? result.name.toLowerCase() : "",
  ];
  return words !== null && (noun === undefined || resultFields.includes(noun));
}

/** Creates a thing, and returns the place of its id, by which a route reads it; undefined if it cannot be read so. */
async function createOne(
  tester: Tester,
  route: ContractRoute,
  reader: ContractRoute,
  wanted: WantedField,
  send: Send,
): Promise<Place | undefined> {
  const { context, pool } = tester.parts;
  const [successfulCall, created] = (await create(tester, route, send)) ?? [];
  const json = created && jsonOf(created.reply);
  if (created === undefined || json === undefined) {
    return undefined;
  }
  const { arg } = created.call;
  const id = placesIn(json, route.route.result, context.lookup).find(
    (place) =>
      isSameId(place, wanted) &&
      typeof place.json === "string" &&
      !pool.isKnown(place.json, place) &&
      (!contains(arg, place.json) || isFresh(successfulCall, place.json)) &&
      isWhole(json, place, route.route.result, reader.route.result, tester),
  );
  tester.learn(created);
  return id;
}

/** Calls a route with a new name, or else with an argument like those that have succeeded. Returns the first successful call. */
async function create(
  tester: Tester,
  route: ContractRoute,
  send: Send,
): Promise<readonly [MadeArgument | undefined, Exchange] | undefined> {
  const { maker, random } = tester.parts;
  const content = contentFor(route.style, random);
  const made = route.hasArg
    ? [maker.smallest(route, { known: 0, fresh: 100 }), tester.successfulCall(route)]
    : [undefined];
  for (const each of made) {
    if (!route.hasArg || (each !== undefined && (await tester.accepts(route, each.arg)))) {
      const exchange = await send({ route, arg: each?.arg, content });
      if (isSuccess(exchange)) {
        return [each, exchange];
      }
    }
  }
  return undefined;
}

interface WantedField {
  readonly name: string;
  readonly place: Place;
}

/** Returns the only field that a reading route requires, if that is a string. */
function onlyRequired(reader: ContractRoute, { parts: { context } }: Tester): WantedField | undefined {
  const { lookup } = context;
  const [field, ...others] = structFields(reader.route.arg, lookup).filter((each) => isRequired(each, lookup));
  if (
    field === undefined ||
    others.length > 0 ||
    lookup.bare(field.type).kind !== "string" ||
    field.name === "cursor"
  ) {
    return undefined;
  }
  const [, place] = placesIn({ [field.name]: "" }, reader.route.arg, lookup);
  return place && { name: field.name, place };
}

/** Whether two places have ids of the same kind: the same alias, or the same field. */
function isSameId(place: Place, { name, place: wanted }: WantedField): boolean {
  const [alias] = wanted.aliases;
  return alias === undefined
    ? place.aliases.length === 0 && place.field?.name === name && /id$/i.test(name)
    : place.aliases.some((each) => qualified(each) === qualified(alias));
}

/** Whether the object with the id has the type that the reading route returns. */
function isWhole(json: Json, { path }: Place, type: Type, read: Type, { parts: { context } }: Tester): boolean {
  const { lookup } = context;
  const holder = path.slice(0, -1);
  const outer = placesIn(json, type, lookup).find(({ path: each }) => each.join("\n") === holder.join("\n"));
  const result = lookup.bare(read);
  if (outer?.type.kind !== "ref" || result.kind !== "ref" || valueAt(json, holder) === undefined) {
    return false;
  }
  return isSame(outer.type, result);
}

function isSame(a: Name, b: Name): boolean {
  return qualified(a) === qualified(b);
}

/** Whether a string of an argument was made for this call, and therefore names what the call creates. */
function isFresh(successfulCall: MadeArgument | undefined, text: string): boolean {
  return (
    successfulCall !== undefined && successfulCall.fresh.some((path) => valueAt(successfulCall.arg, path) === text)
  );
}

/** Whether a string occurs in an argument. The call has then probably not created the thing with that id. */
function contains(json: Json | undefined, text: string): boolean {
  if (json === text) {
    return true;
  }
  return Array.isArray(json)
    ? (json as readonly Json[]).some((item) => contains(item, text))
    : isObject(json) && Object.values(json).some((member) => contains(member, text));
}
