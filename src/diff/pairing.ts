import type { Api, Type } from "../ir/api.js";
import { qualified } from "../ir/names.js";
import { Lookup } from "../ir/walk.js";
import type { Pair } from "./change.js";
import { contentText, findRenamings, type Renamings } from "./renamings.js";

/** One of the two APIs, and the properties of its types on which verdicts depend. */
export class Side extends Lookup {
  /** Whether a type is a plain struct without required fields, for which readers accept an absent value. */
  isDefaultable(type: Type): boolean {
    const struct = this.plainStruct(this.withoutNull(type));
    return struct !== undefined && this.needsNothing(struct.name);
  }

  /** Whether an absent value or null represents a value of the type. */
  mayBeAbsent(type: Type): boolean {
    return this.isNullable(type) || this.isDefaultable(type);
  }
}

/** Both APIs, and the correspondence of their definitions. */
export class Pairing {
  readonly before: Side;
  readonly after: Side;
  readonly renamings: Renamings;

  constructor(before: Api, after: Api) {
    this.before = new Side(before);
    this.after = new Side(after);
    this.renamings = findRenamings(before, after);
  }

  /** Whether a name of the old API and a name of the new API refer to the same definition. */
  isSame({ before, after }: Pair): boolean {
    const renamed = this.renamings.types.get(qualified(before));
    return qualified(renamed ?? before) === qualified(after);
  }

  /** Whether a part of the old API is equal to one of the new API but for documentation and for the names of renamed definitions. */
  hasSameContent(before: object, after: object): boolean {
    return contentText(before, this.renamings.types) === contentText(after, new Map());
  }
}
