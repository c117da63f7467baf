import { stringifyJson } from "../text/json.js";
import {
  routeKey,
  routeLabel,
  type AnyRoute,
  type Members,
  type TwinNamespaceData,
  type TwinRouteData,
} from "./data.js";
import { memberAt, withEcho, withMembers } from "./echo.js";
import { FreshTexts } from "./fresh-texts.js";
import { JobKeeper } from "./jobs.js";
import { TwinError, type Outcome } from "./outcome.js";
import { PageKeeper, type WatchedList } from "./pages.js";
import { hashText } from "./seeded.js";
import { isObject } from "../codecs/composites.js";

/** How a Twin answers calls for which it has no data. */
export interface ResponderOptions {
  readonly seed: number;
  /** The number of items in each list. */
  readonly items: number;
  /** The number of polls that report a job as in progress. */
  readonly polls: number;
  /** Whether jobs are launched, or completed immediately if the route can do so. */
  readonly jobs: "launched" | "immediate";
  /** Whether results repeat values of the argument. */
  readonly echo: boolean;
  readonly permissions: readonly string[];
}

/** The JSON result of a call, and the size of a download's content. */
export interface ExampleResult {
  readonly json: unknown;
  readonly size: number;
}

/** Answers a call with the route error that has this path. */
export class PathError extends Error {
  readonly path: string;
  /** New values for all members with these names in the error, at any depth. */
  readonly members: Members;
  constructor(path: string, members: Members = {}) {
    super(path);
    this.path = path;
    this.members = members;
  }
}

/** The size of downloaded content if the result does not state it. */
const unknownSize = 1024;

/** Answers calls from types and examples only, without a model. */
export class ExampleResponder {
  readonly #options: ResponderOptions;
  readonly #fresh = new FreshTexts();
  readonly #pages: PageKeeper;
  readonly #jobs: JobKeeper;
  /** Route to the results of its examples, by the argument as canonical JSON. */
  readonly #byArg = new Map<string, ReadonlyMap<string, unknown>>();

  constructor(options: ResponderOptions) {
    this.#options = options;
    this.#pages = new PageKeeper(this.#fresh);
    this.#jobs = new JobKeeper(this.#fresh, options.polls);
  }

  /** Returns the result of a call. Throws a {@link PathError}, or a {@link TwinError} if the result type has no values. */
  answer(
    route: AnyRoute,
    data: TwinRouteData,
    arg: unknown,
    json: unknown,
    { example, failed }: Pick<Outcome, "example" | "failed">,
    namespace: Pick<TwinNamespaceData, "errors">,
  ): ExampleResult {
    const template = example === undefined ? this.#template(route, data, arg) : labelled(route, data, example);
    const result = this.#dynamic(route, data, json, template, failed, namespace);
    const size = this.sizeOf(data, result);
    return { json: this.#options.echo ? withEcho(result, data.echo ?? [], json) : result, size };
  }

  /** Returns the requested page of a model's list; the whole result if the list has no pages. */
  page(
    route: AnyRoute,
    data: TwinRouteData,
    json: unknown,
    result: unknown,
    items: readonly unknown[],
    list: Omit<WatchedList, "seen">,
  ): unknown {
    const { pages } = data;
    if (pages?.list === undefined) {
      return result;
    }
    const page = this.#pages.page(routeKey(route), pages, json, result, items, list);
    return page ?? refuse(route, pages.stale, "The cursor is not valid");
  }

  /** Returns a result that contains the latest cursor of a model's list. `data` describes the route of the list. */
  latest(
    data: TwinRouteData | undefined,
    result: unknown,
    items: readonly unknown[],
    list: Omit<WatchedList, "seen">,
  ): unknown {
    return data?.pages === undefined
      ? result
      : { ...(result as object), cursor: this.#pages.latest(data.pages, items, list) };
  }

  /** Returns whether a list has changed since a cursor was issued; undefined if the cursor does not belong to a model's list. */
  hasChanged(cursor: unknown): boolean | undefined {
    return this.#pages.hasChanged(cursor);
  }

  /** Returns a result that describes the uploaded content: with its size, and perhaps its hash. */
  describe(data: TwinRouteData, json: unknown, members: Members): unknown {
    return (data.size ?? []).reduce((result, place) => withMembers(result, place, members), json);
  }

  /** Returns the seed of a download's content. */
  contentSeed(route: AnyRoute, json: unknown): number {
    return hashText(`${routeKey(route)} ${stringifyJson(json)}`, this.#options.seed);
  }

  /** Invalidates all cursors. */
  expireCursors(): void {
    this.#pages.expire();
  }

  reset(): void {
    this.#fresh.reset();
    this.#pages.reset();
    this.#jobs.reset();
  }

  #template(route: AnyRoute, data: TwinRouteData, arg: unknown): unknown {
    const examples = this.#examples(route, data);
    const shown = examples.size === 0 ? undefined : examples.get(this.#canonical(route, arg));
    return shown ?? data.result;
  }

  #examples(route: AnyRoute, data: TwinRouteData): ReadonlyMap<string, unknown> {
    const key = routeKey(route);
    let known = this.#byArg.get(key);
    if (known === undefined) {
      const { permissions } = this.#options;
      const pairs = Object.values(data.examples ?? {}).filter(({ arg }) => arg !== undefined);
      known = new Map(
        pairs
          .map(({ arg, result }) => [this.#canonical(route, route.decodeArg(arg, { permissions })), result] as const)
          .reverse(), // of equal arguments, the first takes precedence
      );
      this.#byArg.set(key, known);
    }
    return known;
  }

  /** Returns an argument as JSON text, which is the same for equal arguments. */
  #canonical(route: AnyRoute, arg: unknown): string {
    return stringifyJson(route.encodeArg(arg as never, { permissions: this.#options.permissions }));
  }

  #dynamic(
    route: AnyRoute,
    data: TwinRouteData,
    json: unknown,
    template: unknown,
    failed: Outcome["failed"],
    namespace: Pick<TwinNamespaceData, "errors">,
  ): unknown {
    const key = routeKey(route);
    const { pages, launch, poll } = data;
    if (pages !== undefined) {
      const items = Array.from({ length: this.#options.items }, () => pages.list?.item);
      const page = this.#pages.page(key, pages, json, template, pages.list === undefined ? [] : items);
      return page ?? refuse(route, pages.stale, "The cursor is not valid");
    }
    if (launch !== undefined) {
      const isImmediate = this.#options.jobs === "immediate" && launch.immediate !== undefined && failed === undefined;
      return isImmediate ? launch.immediate : this.#jobs.launch(launch, template, failed);
    }
    if (poll !== undefined) {
      const id = (json as { readonly async_job_id?: unknown } | null)?.async_job_id;
      return (
        this.#jobs.status(key, poll, id, namespace.errors) ??
        refuse(route, poll.unknown, "There is no job with this id")
      );
    }
    if (route.hasResult && template === undefined) {
      throw new TwinError(
        `The result of ${routeLabel(key)} has no value: its type requires itself. ExampleResult with twin.on()`,
      );
    }
    return data.isLongPoll === true ? { ...(template as object), changes: false } : template;
  }

  /** Returns the size of a download's content. */
  sizeOf({ size: places = [] }: TwinRouteData, result: unknown): number {
    const size = memberAt(result, places, "size");
    return size === undefined ? unknownSize : Number(size);
  }
}

/** Thrown for an argument that does not match the Twin's state. */
export class BadArgument extends Error {}

function refuse(route: AnyRoute, path: string | undefined, problem: string): never {
  throw path === undefined
    ? new BadArgument(`Error in call to API function "${route.path}": ${problem}`)
    : new PathError(path);
}

function labelled(route: AnyRoute, { examples = {} }: TwinRouteData, label: string): unknown {
  const example = Object.hasOwn(examples, label) ? examples[label] : undefined;
  if (example === undefined) {
    const labels = Object.keys(examples).join(", ");
    throw new BadArgument(
      `${route.path} has no example of its result labelled ${label}; there are ${labels || "none"}`,
    );
  }
  return example.result;
}

/** Returns the error with a path, as JSON. */
export function errorAt(data: TwinNamespaceData, route: TwinRouteData, path: string, members: Members = {}): unknown {
  return withMembersAnywhere(data.errors[route.error ?? ""]?.[path], members);
}

function withMembersAnywhere(error: unknown, members: Members): unknown {
  return isObject(error)
    ? Object.fromEntries(
        Object.entries(error).map(([name, value]) => [
          name,
          Object.hasOwn(members, name) ? members[name] : withMembersAnywhere(value, members),
        ]),
      )
    : error;
}
