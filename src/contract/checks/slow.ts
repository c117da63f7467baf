import type { Check } from "./check.js";

/** Reports a reply that took longer than `--slow` allows. */
export const slowReply: Check = ({ call: { route }, reply }, { slow }) =>
  slow === undefined || reply.milliseconds <= slow || route.isLongPoll
    ? undefined
    : {
        code: "slow",
        title: `The reply took longer than ${slow / 1000} s`,
        expected: `--slow says that replies take at most ${slow / 1000} s.`,
        cause: "slow",
      };
