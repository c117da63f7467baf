import type { Members } from "./data.js";
import type { ModelOperation, ModelResource } from "./model.js";
import type { RemovedItems } from "./pages.js";
import { isObject } from "../codecs/composites.js";

/** Returns a function that reports removals from a list; undefined if the operation does not define `removed`. */
export function removedItems(
  { removed }: ModelOperation,
  { key }: ModelResource,
  tag: string | undefined,
): RemovedItems | undefined {
  if (removed === undefined || typeof key !== "string") {
    return undefined;
  }
  const ownOf = (items: readonly unknown[]): readonly Members[] =>
    items.filter(isObject).filter((item) => tag === undefined || item[".tag"] === tag);
  return (before, now) => {
    const kept = new Set(ownOf(now).map((item) => item[key]));
    return ownOf(before)
      .filter((item) => !kept.has(item[key]))
      .map((item) => removed(item as never));
  };
}

/** Combines the functions of two resources that share a list. Returns undefined if both are undefined. */
export function bothRemoved(one: RemovedItems | undefined, other: RemovedItems | undefined): RemovedItems | undefined {
  return one === undefined || other === undefined
    ? (one ?? other)
    : (before, now) => [...one(before, now), ...other(before, now)];
}
