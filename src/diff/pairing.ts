import type { Api, Name, Type } from "../ir/api.js";
import { qualified } from "../ir/names.js";
import { Lookup } from "../ir/walk.js";
import type { Pair } from "./change.js";
import { findRenamings } from "./renamings.js";

/** One of the two APIs, and questions about its types that verdicts depend on. */
export class Side extends Lookup {
  /** Whether it is a plain struct without required fields, which readers make of nothing. */
  isDefaultable(type: Type): boolean {
    const struct = this.plainStruct(this.withoutNull(type));
    return struct !== undefined && this.needsNothing(struct.name);
  }

  /** Whether nothing, or null, stands for a value of the type. */
  mayBeAbsent(type: Type): boolean {
    return this.isNullable(type) || this.isDefaultable(type);
  }
}

/** Both APIs, and which of their definitions are the same one. */
export class Pairing {
  readonly before: Side;
  readonly after: Side;
  /** Qualified old name to the new name of what was renamed or moved (CMP-14). */
  readonly renamings: ReadonlyMap<string, Name>;

  constructor(before: Api, after: Api) {
    this.before = new Side(before);
    this.after = new Side(after);
    this.renamings = findRenamings(before, after);
  }

  /** Whether a name of the old API and one of the new API name the same definition. */
  isSame({ before, after }: Pair): boolean {
    const renamed = this.renamings.get(qualified(before));
    return qualified(renamed ?? before) === qualified(after);
  }
}
