import { stringifyJson } from "../../../templates/runtime/text/json.js";
import { withValueAt } from "../../../templates/runtime/arbitraries/value-at.js";
import type { Json } from "../../ir/api.js";
import type { ContractRoute } from "../contract-route.js";
import type { Severity, Problem } from "../findings/problem.js";
import { isSuccess, statusOf, type Call } from "../http/exchange.js";
import type { Tester } from "../tester.js";
import { placesIn } from "../values/places.js";
import { contentOf } from "./random-content.js";
import { shared, type Task } from "./task.js";
import { isObject } from "../../ir/is-object.js";

/** A malformed request with a valid argument. */
interface Malformation {
  readonly cause: string;
  /** A phrase that completes "A request … is accepted". */
  readonly description: string;
  readonly severity?: Severity;
  readonly request: Pick<Call, "rawArgument" | "contentType">;
  /** Set if the server may accept the request. It must still answer the next call. */
  readonly isHarmless?: true;
}

/** Returns tasks that send malformed bodies and headers. The server must refuse them, or at least survive them. */
export function malformedRequests(tester: Tester, route: ContractRoute): Task[] {
  if (!route.hasArg || route.effect === "destroys") {
    return [];
  }
  const count = malformations({}, route, tester).length;
  return Array.from({ length: count }, (_, index) => shared(() => tryMalformed(tester, route, index)));
}

async function tryMalformed(tester: Tester, route: ContractRoute, index: number): Promise<void> {
  const successfulCall = tester.successfulCall(route) ?? tester.parts.maker.random(route);
  if (successfulCall === undefined) {
    return;
  }
  const content = contentOf(route, successfulCall, tester.parts.random);
  const malformation = malformations(successfulCall.arg, route, tester)[index];
  if (malformation === undefined) {
    return;
  }
  await tester.runFrom(route, successfulCall, (good) => async (send): Promise<Problem | undefined> => {
    const { maker } = tester.parts;
    const made = route.effect === "reads" ? good : maker.withFreshNames(good, route);
    const request = malformations(made.arg, route, tester)[index]?.request;
    const exchange = await send({ route, arg: made.arg, content, ...request });
    if (malformation.isHarmless === true) {
      if (statusOf(exchange) !== 0 || exchange.reply.kind === "answered") {
        return undefined;
      }
      const next = await send({ route, arg: good.arg, content });
      return next.reply.kind === "answered"
        ? undefined
        : {
            code: "server-error",
            title: `The server stops responding after a request ${malformation.description}`,
            expected: "A request of any form leaves the server working.",
            cause: malformation.cause,
          };
    }
    return isSuccess(exchange)
      ? {
          code: "malformed-accepted",
          severity: malformation.severity,
          title: `A request ${malformation.description} is accepted`,
          expected: `A request ${malformation.description} is refused with status 400.`,
          cause: malformation.cause,
        }
      : undefined;
  });
}

/** Returns all malformations of a route's requests, always in the same order. */
function malformations(arg: Json, route: ContractRoute, tester: Tester): Malformation[] {
  const json = stringifyJson(arg);
  const truncated: Malformation = {
    cause: "truncated",
    description: "whose JSON ends too early",
    request: { rawArgument: json.length > 2 ? json.slice(0, -1) : '{"a":' },
  };
  const trailing: Malformation = {
    cause: "trailing",
    description: "with text after its JSON",
    request: { rawArgument: `${json} and more` },
  };
  if (route.style !== "rpc") {
    return [
      truncated,
      trailing,
      { cause: "no JSON", description: "whose argument is not JSON", request: { rawArgument: "argument" } },
    ];
  }
  const withText = encoderWithCharacter(arg, route, tester);
  const keyTwice = isObject(arg) ? Object.keys(arg)[0] : undefined;
  return [
    truncated,
    trailing,
    { cause: "no JSON", description: "whose body is not JSON", request: { rawArgument: "argument=1" } },
    {
      cause: "not UTF-8",
      description: "whose body is not UTF-8",
      request: {
        rawArgument: withText("\u0000", (text) => utf8WithInvalidByte(text.replaceAll("\\u0000", "\uFFFF"), 0xff)),
      },
    },
    {
      cause: "control character",
      description: "with a control character in a text of its JSON",
      request: { rawArgument: withText("\u0000", (text) => text.replaceAll("\\u0000", "\u0001")) },
    },
    {
      cause: "content type",
      description: "with the Content-Type text/html",
      request: { contentType: "text/html" },
    },
    {
      cause: "form",
      description: "with the Content-Type application/x-www-form-urlencoded",
      request: { contentType: "application/x-www-form-urlencoded" },
    },
    {
      cause: "key twice",
      description: "with a key twice",
      severity: "warning",
      request: {
        rawArgument:
          keyTwice === undefined
            ? '{"a":1,"a":1}'
            : `${json.slice(0, -1)},${JSON.stringify(keyTwice)}:${stringifyJson(isObject(arg) ? arg[keyTwice] : null)}}`,
      },
    },
    {
      cause: "escaped NUL",
      description: "with an escaped NUL in a text",
      isHarmless: true,
      request: { rawArgument: withText("\u0000", (text) => text) },
    },
    {
      cause: "lone surrogate",
      description: "with half a surrogate pair in a text",
      isHarmless: true,
      request: { rawArgument: withText("\u0000", (text) => text.replaceAll("\\u0000", "\\ud800")) },
    },
    {
      cause: "deep",
      description: "with JSON of 1,000 levels",
      isHarmless: true,
      request: { rawArgument: `${"[".repeat(1000)}${"]".repeat(1000)}` },
    },
  ];
}

/** A body of 10 MB, which need not be accepted. */
const largeBody = JSON.stringify({ a: "a".repeat(10_000_000) });

/** Returns tasks that send a large body to two routes in each round, so that each route gets one. */
export function largeBodies(tester: Tester, routes: readonly ContractRoute[], round: number): Task[] {
  const takers = routes.filter(({ style, hasArg, effect }) => style === "rpc" && hasArg && effect !== "destroys");
  return takers
    .slice(2 * round, 2 * round + 2)
    .map((route) => shared(() => tester.send({ route, arg: null, rawArgument: largeBody })));
}

/**
 * Returns a function that appends a character to the first string of an argument, or makes a list of only this character if
 * there is no string, and passes the JSON to `write`, which replaces the character's encoding.
 */
function encoderWithCharacter(
  arg: Json,
  route: ContractRoute,
  tester: Tester,
): <Result>(start: string, write: (json: string) => Result) => Result {
  const place = placesIn(arg, route.route.arg, tester.parts.context.lookup).find(
    ({ json, type }) => typeof json === "string" && type.kind === "string",
  );
  const text = typeof place?.json === "string" ? place.json : "";
  return (start, write) =>
    write(stringifyJson(place === undefined ? [start] : withValueAt(arg, place.path, `${text}${start}`)));
}

/** Encodes a string as UTF-8, with a byte that is not valid in UTF-8 in place of U+FFFF. */
function utf8WithInvalidByte(text: string, byte: number): Uint8Array<ArrayBuffer> {
  const [before = "", after = ""] = text.split("\uFFFF");
  const encoder = new TextEncoder();
  return new Uint8Array([...encoder.encode(before), byte, ...encoder.encode(after)]);
}
