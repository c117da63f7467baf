/** One symbol for all copies of this module. */
const brandsKey = /*#__PURE__*/ Symbol.for("ashlar.brands");

/** A class whose instances are identified by a brand. */
export interface BrandedClass {
  readonly prototype: object;
  /** Identifies instances of this class in every copy of the package. */
  readonly brand: string;
}

/**
 * Names a new error after its class, and marks it with the brands of this class and of those that it extends. An
 * application may load two copies of a package, such as its ES modules and its CommonJS build: `instanceof` alone would
 * not recognize the errors of the other copy.
 */
export function markError(error: Error, type: object): void {
  const brands: string[] = [];
  for (let at: unknown = type; typeof at === "function"; at = Object.getPrototypeOf(at)) {
    if (isBranded(at)) {
      brands.push(at.brand);
    }
  }
  error.name = brands[0] ?? error.name;
  Object.defineProperty(error, brandsKey, { value: brands });
}

/** Whether a value is an instance of a class, or of the same class in another copy of the package. */
export function isInstance(type: BrandedClass, value: unknown): boolean {
  return isMadeBy(type, value) || (isBranded(type) && hasBrand(value, type.brand));
}

/** Whether a value has been marked with a brand, in any copy of the package. */
export function hasBrand(value: unknown, brand: string): boolean {
  const brands: unknown = typeof value === "object" && value !== null ? Reflect.get(value, brandsKey) : undefined;
  return Array.isArray(brands) && brands.includes(brand);
}

/** Whether a class has its own brand: a user's class that extends an error of this package only inherits one. */
function isBranded(type: object): type is BrandedClass {
  return Object.hasOwn(type, "brand");
}

function isMadeBy({ prototype }: BrandedClass, value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.prototype.isPrototypeOf.call(prototype, value);
}
