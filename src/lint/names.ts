/** Returns a name in lower_snake_case: `createdAt` becomes `created_at`. Rules that know fields by name see both spellings. */
export function toSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}

/** Whether a name is lower_snake_case. */
export function isSnakeCase(name: string): boolean {
  return /^[a-z][a-z0-9_]*$/.test(name) && !name.includes("__") && !name.endsWith("_");
}
