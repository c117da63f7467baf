import { Dependency } from "./dependency.js";
import { Input } from "./input.js";
import type { Restorable } from "./result.js";

/**
 * Results without their values, for other processes: what each was computed from. Inputs have only an id, results also what
 * they have read, as indices of earlier entries, and the value as a text if others have read it.
 */
export type SavedResults = readonly SavedResult[];

type SavedResult = readonly [id: string, reads?: readonly number[], text?: string];

/** Saves results, which must have names, and all that they depend on. */
export function saveResults(roots: readonly Restorable[]): SavedResults {
  const saved: SavedResult[] = [];
  const indices = new Map<Dependency, number>();
  const indexOf = (read: Dependency): number => {
    let index = indices.get(read);
    if (index === undefined) {
      index = saved.push(save(read)) - 1;
      indices.set(read, index);
    }
    return index;
  };
  const save = (read: Dependency): SavedResult => {
    if (read instanceof Input) {
      return [named(read)];
    }
    const reads = namedReads(read).map(indexOf);
    const text = (read as Restorable).printValue();
    return text === undefined ? [named(read), reads] : [named(read), reads, text];
  };
  roots.forEach((root) => saved.push([named(root), namedReads(root).map(indexOf)]));
  return saved;
}

/** What was read for a result, in that order. What is read for a result without a name counts as read for its readers. */
function namedReads(result: Dependency): Dependency[] {
  const seen = new Set<Dependency>();
  const found: Dependency[] = [];
  const visit = (read: Dependency): void => {
    if (!seen.has(read)) {
      seen.add(read);
      if (read.id !== undefined || read instanceof Input) {
        found.push(read);
      } else {
        read.reads.forEach(visit);
      }
    }
  };
  result.reads.forEach(visit);
  return found;
}

function named({ id }: Dependency): string {
  if (id === undefined) {
    throw new Error("Something was read that other processes do not know.");
  }
  return id;
}

/**
 * Restores results for the present values of all inputs: those that had other values are touched afterwards. What is not
 * found by its id counts as changed.
 */
export function restoreResults(
  saved: SavedResults,
  findInput: (id: string) => Dependency | undefined,
  findResult: (name: string, key: string) => Restorable | undefined,
): void {
  const known: Dependency[] = [];
  for (const [id, reads, text] of saved) {
    const [name = "", key = ""] = id.split(":");
    const result = reads && findResult(name, key);
    result?.restore(
      (reads ?? []).map((index) => known[index] ?? gone),
      text,
    );
    known.push((reads === undefined ? findInput(id) : result) ?? gone);
  }
}

/** What is there no more. */
class Gone extends Dependency {
  readonly id = undefined;
  readonly reads = [];
  readonly changedAt = Infinity;

  override refresh(): void {
    // It has changed for good.
  }
}

const gone = new Gone();
