/**
 * The base class of all errors of the package. An application may load two copies of it, such as its ES modules and its
 * CommonJS build: `instanceof` recognizes the errors of both, by the brands of their classes.
 */
export abstract class BrandedError extends Error {
  /** Identifies errors of this class for `instanceof`, including those from another copy of this package. */
  static readonly brand: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.brand; // that of the nearest branded class
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    const isMadeHere = Object.prototype.isPrototypeOf.call(this.prototype, Object(value) as object);
    return isMadeHere || (hasOwnBrand(this) && hasBrand(value, this.brand));
  }
}

/** Whether a value is an instance of a class with a brand, in any copy of the package, or of a class that extends it. */
export function hasBrand(value: unknown, brand: string): boolean {
  let type: unknown = (Object(value) as object).constructor;
  while (typeof type === "function" && !(hasOwnBrand(type) && type.brand === brand)) {
    type = Object.getPrototypeOf(type);
  }
  return typeof type === "function";
}

/** Whether a class has its own brand: a user's class that extends an error of this package only inherits one. */
function hasOwnBrand(type: object): type is { readonly brand: string } {
  return Object.hasOwn(type, "brand");
}
