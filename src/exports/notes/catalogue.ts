/** A limitation of an export, or a fact that its readers need. It is not a diagnostic, because the specification is valid. */
export interface Note {
  /** A stable word such as `pattern-may-backtrack`. */
  readonly code: string;
  /** The type, field, tag or route that the note is about, such as `files.Metadata.name`. */
  readonly place: string;
  /** The reason as a sentence. */
  readonly reason: string;
}

/*
 * Every note of an export: a function that creates the note, named after its code in camelCase. `docs/exporting.md`
 * explains each code. A code is never renamed or reused.
 */

export function needsOwnProperties(place: string, name: string): Note {
  return {
    code: "needs-own-properties",
    place,
    reason: `All JavaScript objects inherit a member '${name}'. Use Ajv with \`ownProperties: true\`.`,
  };
}

export function patternMayBacktrack(place: string): Note {
  return {
    code: "pattern-may-backtrack",
    place,
    reason:
      "Regular expression engines may take very long to match this pattern. Generated packages match it in linear time.",
  };
}

export function patternNotPortable(place: string): Note {
  return {
    code: "pattern-not-portable",
    place,
    reason:
      "The pattern uses syntax that JSON Schema does not recommend, such as a look-ahead or a count above 1,000. Validators in JavaScript and Python support it, others such as RE2 refuse it.",
  };
}

export function partsNotCompared(place: string, format: string): Note {
  return {
    code: "parts-not-compared",
    place,
    reason: `The pattern for ${format} checks each part by itself. Decoders also refuse days that do not exist and parts that contradict each other.`,
  };
}

export function acceptsNothing(place: string, why: string): Note {
  return { code: "accepts-nothing", place, reason: `No value is valid: ${why}.` };
}

/** An example that readers would reject at a path, such as `entries[0].size`. */
export function exampleDoesNotFit(place: string, label: string, path: string, problem: string): Note {
  const where = path === "" ? "" : ` at ${path}`;
  return { code: "example-does-not-fit", place, reason: `The example '${label}' is left out${where}: ${problem}.` };
}

/** Code generators replace or remove the dots in names. */
export function componentRenamed(place: string, name: string): Note {
  return { code: "component-renamed", place, reason: `Another component has such a name: this one is ${name}.` };
}

export function operationRenamed(place: string, name: string): Note {
  return { code: "operation-renamed", place, reason: `Another operation has its id: this one is ${name}.` };
}

export function styleNotExported(place: string, style: string): Note {
  return {
    code: "style-not-exported",
    place,
    reason: `Nothing is known of routes of the style ${style}. The route is left out.`,
  };
}

export function pathEndsWithSlash(place: string): Note {
  return {
    code: "path-ends-with-slash",
    place,
    reason: "The path of the route ends with a slash, which linters report. The route has no other path.",
  };
}
