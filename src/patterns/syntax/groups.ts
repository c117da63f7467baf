import type { Width } from "../width.js";
import { fail } from "./reader.js";

/** The groups that the parser has read so far, and which of them can be referred to. */
export class Groups {
  readonly names = new Map<string, number>();
  /** Group number to width, which is undefined until the group is closed. The pattern itself has the number 0. */
  readonly widths: (Width | undefined)[] = [undefined];
  readonly #conditions: { group: number; index: number }[] = [];
  /** The number of the first group in the outermost open look-behind; undefined outside of look-behinds. */
  #firstInLookBehind: number | undefined;

  get count(): number {
    return this.widths.length - 1;
  }

  open(name: string | undefined, index: number): number {
    this.widths.push(undefined);
    if (name !== undefined) {
      if (this.names.has(name)) {
        fail(`there are two groups with the name '${name}'`, index);
      }
      this.names.set(name, this.count);
    }
    return this.count;
  }

  close(group: number, width: Width): void {
    this.widths[group] = width;
  }

  named(name: string, index: number): number {
    return this.names.get(name) ?? fail(`no group is named '${name}'`, index);
  }

  /** Fails for a reference to a group that does not exist yet, is still open, or is in the same look-behind. */
  checkReference(group: number, index: number): void {
    if (group > this.count) {
      fail(`there is no group ${group}`, index);
    }
    this.#checkClosed(group, index);
    this.#checkLookBehind(group, index);
  }

  /** Checks the group of a condition. Outside of look-behinds, the group may still be open or follow later. */
  checkCondition(group: number, index: number): void {
    this.#conditions.push({ group, index });
    if (this.#firstInLookBehind !== undefined) {
      this.#checkClosed(group, index);
      this.#checkLookBehind(group, index);
    }
  }

  /** Fails for conditions on groups that do not exist. Must be called at the end of the pattern. */
  checkConditions(): void {
    const dangling = this.#conditions.find(({ group }) => group > this.count);
    if (dangling !== undefined) {
      fail(`there is no group ${dangling.group}`, dangling.index);
    }
  }

  /** Runs `parse` for the content of a look-behind. */
  inLookBehind<Result>(parse: () => Result): Result {
    const outer = this.#firstInLookBehind;
    this.#firstInLookBehind ??= this.widths.length;
    const result = parse();
    this.#firstInLookBehind = outer;
    return result;
  }

  #checkClosed(group: number, index: number): void {
    if (this.widths[group] === undefined) {
      fail("a group cannot be referred to before it is closed", index);
    }
  }

  #checkLookBehind(group: number, index: number): void {
    if (this.#firstInLookBehind !== undefined && group >= this.#firstInLookBehind) {
      fail("a lookbehind cannot refer to a group inside it", index);
    }
  }
}
