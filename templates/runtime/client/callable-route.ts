import type { Route } from "../routes/route.js";

/** A route for clients, which use only the encoder of arguments and the decoders of results and errors. */
export type CallableRoute<ArgInput, Result, E> = Route<ArgInput, Result, E, unknown, never, never>;
