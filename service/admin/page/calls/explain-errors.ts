import { isRouteError, type Call, type LoadableRoute } from "cloud-storage-api";
import { Problem, toProblem, type Explanation } from "../problems/problem.js";
import { jobUnknown } from "../problems/route-problems.js";

/** Returns the explanation of a route error. */
type Explain<E> = (error: E) => Explanation;

/** Returns the result of a call. Rejects with a `Problem` that explains the error if the call fails with a route error. */
export async function explainErrors<Result, E>(call: Call<Result, E>, explain: Explain<E>): Promise<Result> {
  const outcome = await call.outcome();
  if (outcome.ok) {
    return outcome.value;
  }
  throw toProblem(explain(outcome.error), outcome.userMessage);
}

/** A call that may launch a job. */
interface Launch<Result, E, Done> extends Call<Result, E> {
  waitFor(): Promise<Done>;
}

/** Returns the result of a call that may launch a job. Rejects with the errors of both routes like {@link explainErrors}. */
export async function waitForJob<Result, E, Done, PollError>(
  launch: Launch<Result, E, Done>,
  explain: Explain<E>,
  pollRoute: LoadableRoute<never, unknown, PollError>,
  explainPoll: Explain<PollError>,
): Promise<Done> {
  await explainErrors(launch, explain);
  try {
    return await launch.waitFor();
  } catch (thrown) {
    throw isRouteError(thrown, pollRoute)
      ? toProblem(explainPoll(thrown.error), thrown.userMessage)
      : new Problem(jobUnknown);
  }
}
