import { ApiError } from "./errors.js";

/** The reply did not come within the time that the caller has set. */
export class TimeoutError extends ApiError {
  override readonly name = "TimeoutError";
  /** How long was waited, in milliseconds. */
  readonly milliseconds: number;

  constructor(route: string, milliseconds: number, what = "no reply") {
    super(`${route}: ${what} within ${milliseconds} ms`, route);
    this.milliseconds = milliseconds;
  }
}
