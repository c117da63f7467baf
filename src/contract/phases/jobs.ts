import type { ContractRoute } from "../contract-route.js";
import type { Problem } from "../findings/problem.js";
import { isRefusal, isSuccess, statusOf, jsonOf, type Exchange } from "../http/exchange.js";
import type { Send, Tester } from "../tester.js";
import { randomText } from "./random-content.js";
import { exclusive, type Task } from "./task.js";
import { isObject } from "../../ir/is-object.js";

export interface JobOptions {
  /** How long a job may take, in milliseconds. */
  readonly time: number;
}

/** The number of attempts to launch a job that is not complete at once. */
const attempts = 4;

/** Returns tasks that launch a job and poll it to its end, and that poll a job which does not exist. */
export function jobCalls(tester: Tester, route: ContractRoute, options: JobOptions): Task[] {
  const poll = route.poll === undefined ? undefined : tester.route(route.poll);
  const unknown = exclusive(() => tester.run(route, (send) => askForUnknown(tester, route, send)));
  return [
    ...(route.isPoll ? [unknown] : []),
    ...(poll === undefined || route.effect === "destroys"
      ? []
      : [exclusive(() => tester.run(poll, (send) => followJob(tester, route, poll, options, send)))]),
  ];
}

async function followJob(
  tester: Tester,
  launch: ContractRoute,
  poll: ContractRoute,
  { time }: JobOptions,
  send: Send,
): Promise<Problem | undefined> {
  const id = await launchJob(tester, launch, send);
  if (id === undefined) {
    return undefined;
  }
  const arg = { async_job_id: id };
  const problem = (title: string, cause: string): Problem => ({
    code: "job",
    title,
    expected: "A job can be polled by the id that its launch returned, until it is no longer in progress.",
    cause,
  });
  tester.openJobs.add(id);
  const start = performance.now();
  for (let pause = 5; ; pause = Math.min(pause * 2, 500)) {
    const exchange = await send({ route: poll, arg });
    const status = statusOf(exchange);
    if (!isSuccess(exchange)) {
      tester.openJobs.delete(id);
      return isRefusal(status)
        ? problem(
            `The id of a job is refused with status ${status}, although the launch has just returned it`,
            "refused",
          )
        : undefined;
    }
    if (tagOf(exchange) !== "in_progress") {
      tester.openJobs.delete(id);
      return undefined;
    }
    if (performance.now() - start > time) {
      return problem(`The job is still in progress after ${time / 1000} s`, "endless");
    }
    await tester.parts.budget.wait(pause);
  }
}

/** Launches a job and returns its id; undefined if every launch fails or completes at once. */
async function launchJob(tester: Tester, launch: ContractRoute, send: Send): Promise<string | undefined> {
  const { maker } = tester.parts;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const made = !launch.hasArg ? undefined : attempt === 0 ? tester.successfulCall(launch) : maker.random(launch);
    if (launch.hasArg && (made === undefined || !(await tester.accepts(launch, made.arg)))) {
      continue;
    }
    const exchange = await send({ route: launch, arg: made?.arg });
    if (isSuccess(exchange)) {
      tester.learn(exchange);
      const json = jsonOf(exchange.reply);
      const id = isObject(json) ? json["async_job_id"] : undefined;
      if (typeof id === "string") {
        return id;
      }
    }
  }
  return undefined;
}

async function askForUnknown(tester: Tester, poll: ContractRoute, send: Send): Promise<Problem | undefined> {
  const { random } = tester.parts;
  const id = randomText(random, 24);
  const arg = { async_job_id: id };
  if (!(await tester.accepts(poll, arg))) {
    return undefined;
  }
  const exchange = await send({ route: poll, arg });
  return isSuccess(exchange)
    ? {
        code: "job",
        title: "The id of a job that does not exist is accepted",
        expected: "An id that no launch has returned is refused.",
        cause: "unknown",
      }
    : undefined;
}

function tagOf(exchange: Exchange): string | undefined {
  const json = jsonOf(exchange.reply);
  const tag = isObject(json) ? json[".tag"] : json;
  return typeof tag === "string" ? tag : undefined;
}
