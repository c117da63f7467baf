/** Whether a name is lower_snake_case. */
export function isSnakeCase(name: string): boolean {
  return /^[a-z][a-z0-9_]*$/.test(name) && !name.includes("__") && !name.endsWith("_");
}
