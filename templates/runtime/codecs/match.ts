import type { UnknownTag } from "./variant.js";

interface Tagged {
  readonly ".tag": string;
}

/**
 * Handlers for the variants of a union, by tag. Open unions also have `$unknown`, for variants newer than this package;
 * no tag can have that name.
 */
export type VariantHandlers<Union extends Tagged> = {
  readonly [Variant in Union as HandlerName<Variant[".tag"]>]?: (variant: Variant) => unknown;
};

/** The name of the handler for a tag. No literal extends {@link UnknownTag}, because it is an enum. */
type HandlerName<Tag extends string> = Tag extends UnknownTag ? "$unknown" : Tag;

/** The variants that have no handler of their own in `Handled`. */
type Rest<Union extends Tagged, Handled> = Union extends Tagged
  ? HandlerName<Union[".tag"]> extends Handled
    ? never
    : Union
  : never;

interface RestHandler<Union extends Tagged, Handled> {
  readonly _?: (variant: Rest<Union, Handled>) => unknown;
}

declare const problem: unique symbol;

/** A problem for the compiler to report. The key is a symbol, so that editors do not offer it as a handler. */
interface Incomplete<Problem> {
  readonly [problem]: Problem;
}

/** `unknown` if `Handled` is complete; otherwise a type that explains the problem in the compiler's message. */
type Complete<Union extends Tagged, Handled> = [Handled] extends [HandlerName<Union[".tag"]> | "_"]
  ? "_" extends Handled
    ? "$unknown" extends Handled
      ? Incomplete<{ readonly "_ handles newer variants too": "remove $unknown" }>
      : unknown
    : [Rest<Union, Handled>] extends [never]
      ? unknown
      : Incomplete<{ readonly "no handler for": HandlerName<Rest<Union, Handled>[".tag"]> }>
  : Incomplete<{ readonly "no variant is": Exclude<Handled, HandlerName<Union[".tag"]> | "_"> }>;

type HandlerResult<Handler> = Handler extends (variant: never) => infer Result ? Result : never;

/**
 * Calls the handler for the variant of `value` and returns its result:
 *
 * - with a handler for each tag, and `$unknown` for variants newer than this package if the union is open; the compiler
 *   reports the tags without a handler;
 * - or with handlers for some tags, and `_` for all other variants, known or newer.
 *
 * Throws a TypeError for a tag that the closed union does not have.
 */
export function match<
  Union extends Tagged,
  Handled extends PropertyKey,
  Handlers extends VariantHandlers<Union> & RestHandler<Union, Handled>,
>(
  value: Union,
  handlers: Handlers & { readonly [Name in Handled]: unknown } & Complete<Union, Handled>,
): HandlerResult<Handlers[keyof Handlers]>;
export function match(value: Tagged, handlers: Readonly<Record<string, (variant: never) => unknown>>): unknown {
  // A tag such as `constructor` must not match an inherited member.
  const name = [value[".tag"], "_", "$unknown"].find((name) => Object.hasOwn(handlers, name));
  const handle = name === undefined ? undefined : handlers[name];
  if (handle === undefined) {
    throw new TypeError(`No handler for the variant ${JSON.stringify(value[".tag"])}`);
  }
  return handle(value as never); // the tag selected the handler for this variant
}
