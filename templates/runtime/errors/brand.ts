/** A class whose instances are known by a brand. */
export interface BrandedClass {
  readonly prototype: object;
  /** What marks instances of this class in every copy of the package. */
  readonly brand: string;
}

/**
 * Marks an error that is being made with the brands of its class and of those that it extends. An application may have
 * two copies of a package, such as its ES modules and its CommonJS: then `instanceof` alone would not know the errors
 * of the other one.
 */
export function markError(error: Error, type: object): void {
  const brands: string[] = [];
  for (let at: unknown = type; typeof at === "function"; at = Object.getPrototypeOf(at)) {
    if (isBranded(at)) {
      brands.push(at.brand);
    }
  }
  Object.defineProperty(error, key(), { value: brands });
}

/** Whether a value is an instance of a class, or of the same class of another copy of the package. */
export function isInstance(type: BrandedClass, value: unknown): boolean {
  return isMadeBy(type, value) || (isBranded(type) && hasBrand(value, type.brand));
}

/** Whether a value has been marked with a brand, in whatever copy of the package. */
export function hasBrand(value: unknown, brand: string): boolean {
  const brands: unknown = typeof value === "object" && value !== null ? Reflect.get(value, key()) : undefined;
  return Array.isArray(brands) && brands.includes(brand);
}

/** Whether a class has a brand of its own: one that extends an error of this package has that of the error only. */
function isBranded(type: object): type is BrandedClass {
  return Object.hasOwn(type, "brand");
}

function isMadeBy({ prototype }: BrandedClass, value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.prototype.isPrototypeOf.call(prototype, value);
}

/** One symbol for all copies of this module. */
function key(): symbol {
  return Symbol.for("ashlar.brands");
}
