import type { UnknownTag } from "./variant.js";

interface Tagged {
  readonly ".tag": string;
}

/**
 * What is done with each variant of a union, by tag. An open union needs `_` as well, for variants that are newer than
 * this package; a closed one has no `_`.
 */
export type VariantHandlers<Union extends Tagged> = {
  readonly [Tag in Union[".tag"] as Tag extends UnknownTag ? "_" : Tag]: (
    variant: Extract<Union, { readonly ".tag": Tag }>,
  ) => unknown;
};

/** What the compiler says of a handler that belongs to nothing. */
type NoOthers<Handlers, Known> = {
  readonly [Other in Exclude<keyof Handlers, keyof Known>]: "There is no such variant";
};

type ResultOf<Handler> = Handler extends (variant: never) => infer Result ? Result : never;

/**
 * Calls the handler for the variant that `value` is, and gives its result; the compiler says for which variant there is
 * none. Throws a TypeError for a tag that a closed union should not have.
 */
export function match<Union extends Tagged, Handlers extends VariantHandlers<Union>>(
  value: Union,
  handlers: Handlers & NoOthers<Handlers, VariantHandlers<Union>>,
): ResultOf<Handlers[keyof Handlers]>;
export function match(value: Tagged, handlers: Readonly<Record<string, (variant: never) => unknown>>): unknown {
  const tag = value[".tag"];
  // A tag such as `constructor` must not find what every object inherits.
  const handle = handlers[Object.hasOwn(handlers, tag) ? tag : "_"];
  if (handle === undefined) {
    throw new TypeError(`There is no handler for the variant ${JSON.stringify(tag)}`);
  }
  return handle(value as never); // the tag says that the handler is for this variant
}
