import { errors } from "./errors.js";
import type { Mutant } from "./mutant.js";
import { requests } from "./requests.js";
import { results } from "./results.js";
import { sequences } from "./sequences.js";
import type { Fetch, Workshop } from "../server/workshop.js";

/** All servers with one fault. */
export const mutants: readonly Mutant[] = [...results, ...errors, ...sequences, ...requests];

/** A new server with the fault. */
export function mutated(workshop: Workshop, { parts = (right) => right, wire = (right) => right }: Mutant): Fetch {
  return wire(workshop.serve(parts(workshop.parts())));
}
