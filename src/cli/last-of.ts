/** The value of an option; the last one where it is given several times, of which yargs makes a list. */
export function lastOf<Value>(value: Value | readonly Value[]): Value {
  return Array.isArray(value) ? ((value as readonly Value[]).at(-1) as Value) : (value as Value);
}
