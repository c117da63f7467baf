import type { Binding } from "./binding.js";
import { own } from "../codecs/composites.js";
import type { AttributeValue, RouteInfo } from "./route.js";

/** Returns the value of an attribute as a string, or the tag if it is a union; undefined if the route has no such attribute. */
export function attributeText(route: RouteInfo, name: string): string | undefined {
  const value = own(route.attributes, name) as AttributeValue;
  return typeof value === "object" ? value[".tag"] : value === undefined ? undefined : String(value);
}

/**
 * Returns the kinds of authentication that a route accepts, such as `["app", "user"]`; empty if the specification does not
 * define them.
 */
export function authenticationKinds(binding: Binding, route: RouteInfo): readonly string[] {
  const text = attributeText(route, binding.attributes.auth);
  return text === undefined ? [] : text.split(",").map((kind) => kind.trim());
}

/** Throws a TypeError if the style of a route is not `style`. */
export function checkStyle(binding: Binding, route: RouteInfo, style: string, caller: string): void {
  const actual = attributeText(route, binding.attributes.style) ?? "rpc";
  if (actual !== style) {
    throw new TypeError(`${route.path} has the style ${actual}. ${caller}() calls routes of the style ${style}`);
  }
}
