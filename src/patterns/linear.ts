import { isHazardous } from "./hazard.js";
import { isUntranslatable, portable, type Untranslatable } from "./translation/portable.js";
import { javaScript } from "./translation/javascript.js";
import { print } from "./translation/print.js";
import type { Look, Node, Pattern, Repeat } from "./tree.js";
import { measureWidth } from "./width.js";

/**
 * A pattern as plain data for the runtime's `matchesLinear`, which examines each character of a string once. Steps are
 * identified by their indexes. After the last step, the whole string must have been consumed.
 */
export type LinearProgram = readonly LinearStep[];

/**
 * A string is a JavaScript character class, which consumes one character. `where` is a JavaScript expression that must
 * match at the current position. Both continue with the next step. A list continues with each of the steps in it.
 */
type LinearStep = string | { readonly where: string } | readonly number[];

/** The maximum number of steps, which limits the runtime's work for each character of a string. */
const maxSteps = 1000;

/** The maximum number of characters that a look-around may examine. It is tried at each position of the string. */
const farthestLook = 100;

/** Returns the program that matches the same strings as the pattern, or the reason why there is none. */
export function toLinearProgram(pattern: Pattern): LinearProgram | Untranslatable {
  const node = portable(pattern, "whole");
  if (isUntranslatable(node)) {
    return node;
  }
  const compiler = new Compiler();
  compiler.add(node);
  return compiler.obstacle ?? compiler.steps;
}

class Compiler {
  readonly steps: LinearStep[] = [];
  obstacle: Untranslatable | undefined;

  /** Adds the steps for a node. */
  add(node: Node): void {
    if (this.steps.length >= maxSteps) {
      this.#refuse("it is too large for a linear algorithm", 0);
    }
    if (this.obstacle !== undefined) {
      return;
    }
    switch (node.kind) {
      case "characters":
        this.steps.push(print(node, javaScript));
        return;
      case "assertion":
        this.steps.push({ where: print(node, javaScript) });
        return;
      case "sequence":
        node.items.forEach((item) => this.add(item));
        return;
      case "alternation":
        this.#alternation(node.options);
        return;
      case "repeat":
        this.#repeat(node);
        return;
      case "look":
        this.#look(node);
        return;
      case "group":
        this.add(node.body);
        return;
      case "atomic":
      case "reference":
      case "conditional":
        this.#refuse(
          `the ${node.kind === "atomic" ? "atomic group" : node.kind} rules out a linear algorithm`,
          node.index,
        );
        return;
    }
  }

  #refuse(why: string, index: number): void {
    this.obstacle ??= { untranslatable: `matching can take exponential time, and ${why}`, index };
  }

  #alternation(options: readonly Node[]): void {
    const fork = this.#reserve();
    const starts: number[] = [];
    const exits: number[] = [];
    for (const option of options) {
      starts.push(this.steps.length);
      this.add(option);
      exits.push(this.#reserve());
    }
    // The last alternative ends at the step where all alternatives continue.
    this.steps.pop();
    exits.pop();
    this.steps[fork] = starts;
    exits.forEach((exit) => (this.steps[exit] = [this.steps.length]));
  }

  #repeat({ body, min, max }: Repeat): void {
    let start = this.steps.length;
    for (let turn = 0; turn < min; turn += 1) {
      start = this.steps.length;
      this.add(body);
      if (this.obstacle !== undefined || this.steps.length === start) {
        return;
      }
    }
    if (max === Infinity) {
      this.#loop(body, min === 0 ? undefined : start);
    } else {
      this.#options(body, max - min);
    }
  }

  /** Repeats the steps from `start`, or adds them if there are none yet. */
  #loop(body: Node, start: number | undefined): void {
    if (start !== undefined) {
      this.steps.push([start, this.steps.length + 1]);
      return;
    }
    const fork = this.#reserve();
    this.add(body);
    this.steps.push([fork]);
    this.steps[fork] = [fork + 1, this.steps.length];
  }

  #options(body: Node, count: number): void {
    const forks: number[] = [];
    for (let turn = 0; turn < count && this.obstacle === undefined; turn += 1) {
      forks.push(this.#reserve());
      this.add(body);
    }
    forks.forEach((fork) => (this.steps[fork] = [fork + 1, this.steps.length]));
  }

  #look(node: Look): void {
    if (measureWidth(node.body).max > farthestLook || isHazardous(node)) {
      this.#refuse("the lookaround rules out a linear algorithm", node.index);
    } else {
      this.steps.push({ where: print(node, javaScript) });
    }
  }

  /** Reserves a step that is filled in later. */
  #reserve(): number {
    return this.steps.push([]) - 1;
  }
}
