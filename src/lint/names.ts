/** Whether a name is lower_snake_case. */
export function isSnakeCase(name: string): boolean {
  return /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name);
}
