/** One symbol for all copies of this module. */
const brandsKey = /*#__PURE__*/ Symbol.for("ashlar.brands");

/** A class whose instances are identified by a brand. */
export interface BrandedClass {
  readonly prototype: object;
  /** Identifies instances of this class in every copy of the package. */
  readonly brand: string;
}

/**
 * Names a new error after its nearest branded class, and marks it with the brands of all its classes. An
 * application may load two copies of a package, such as its ES modules and its CommonJS build: `instanceof` alone would
 * not recognize the errors of the other copy.
 */
export function markError(error: Error, type: { readonly prototype: object }): void {
  if (!Object.hasOwn(type.prototype, brandsKey)) {
    // Set once on the prototype, because setting a property of each error would take longer than creating the error.
    Object.defineProperty(type.prototype, brandsKey, { value: collectBrands(type) });
  }
  error.name = readBrands(error)?.[0] ?? error.name;
}

function collectBrands(type: object): string[] {
  const brands: string[] = [];
  for (let at: unknown = type; typeof at === "function"; at = Object.getPrototypeOf(at)) {
    if (isBranded(at)) {
      brands.push(at.brand);
    }
  }
  return brands;
}

/** Whether a value is an instance of a class, or of the same class in another copy of the package. */
export function isInstance(type: BrandedClass, value: unknown): boolean {
  return isMadeBy(type, value) || (isBranded(type) && hasBrand(value, type.brand));
}

/** Whether a value has been marked with a brand, in any copy of the package. */
export function hasBrand(value: unknown, brand: string): boolean {
  return typeof value === "object" && value !== null && readBrands(value)?.includes(brand) === true;
}

function readBrands(value: object): readonly string[] | undefined {
  const brands: unknown = brandsKey in value ? value[brandsKey] : undefined;
  return Array.isArray(brands) ? (brands as string[]) : undefined;
}

/** Whether a class has its own brand. A subclass that a user defines merely inherits one. */
function isBranded(type: object): type is BrandedClass {
  return Object.hasOwn(type, "brand");
}

function isMadeBy({ prototype }: BrandedClass, value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.prototype.isPrototypeOf.call(prototype, value);
}
