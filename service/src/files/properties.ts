import type { PropertyGroup } from "cloud-storage-api/files";

const maxProperties = 32;
const longestName = 256;
const longestValue = 1024;

/**
 * Returns a sentence that describes the problem if custom properties are invalid (B-124). The limits of names and values are in
 * bytes.
 */
export function propertyProblem(groups: readonly PropertyGroup[]): string | undefined {
  const fields = groups.flatMap((group) => group.fields);
  if (groups.some((group) => group.fields.length > maxProperties)) {
    return `A template has more than ${maxProperties} properties.`;
  }
  if (fields.some(({ name }) => Buffer.byteLength(name) > longestName)) {
    return `The name of a property has more than ${longestName} bytes.`;
  }
  return fields.some(({ value }) => Buffer.byteLength(value) > longestValue)
    ? `The value of a property has more than ${longestValue} bytes.`
    : undefined;
}
