/**
 * Returns the value of an option. If the option is passed several times, yargs passes a list, of which the last value
 * counts.
 */
export function lastValue<Value>(value: Value | readonly Value[]): Value {
  return Array.isArray(value) ? ((value as readonly Value[]).at(-1) as Value) : (value as Value);
}
