import { bindingOf, type BindingOptions } from "../emit/binding-options.js";

/** What is wrong with the `binding` of a configuration, as the end of a sentence; undefined if nothing is. */
export function problemOfBinding(value: unknown): string | undefined {
  if (!isObject(value)) {
    return "'binding' must be an object";
  }
  const whole = { ...bindingOf({}), preset: "service", oauth: { authorizeUrl: "", tokenUrl: "" } };
  for (const [name, member] of Object.entries(value)) {
    const problem = Object.hasOwn(whole, name)
      ? problemOf(name as keyof BindingOptions, member, whole[name as keyof typeof whole])
      : `'binding' has no member '${name}'; there are ${Object.keys(whole).sort().join(", ")}`;
    if (problem !== undefined) {
      return problem;
    }
  }
  return undefined;
}

function problemOf(name: keyof BindingOptions, value: unknown, example: unknown): string | undefined {
  const place = `'binding.${name}'`;
  if (!isObject(example)) {
    return typeof value === "string" ? problemOfText(name, value) : `${place} must be a string`;
  }
  if (!isObject(value)) {
    return `${place} must be an object`;
  }
  for (const [key, member] of Object.entries(value)) {
    if (name !== "hosts" && !Object.hasOwn(example, key)) {
      return `${place} has no member '${key}'; there are ${Object.keys(example).sort().join(", ")}`;
    }
    if (typeof member !== "string") {
      return `'binding.${name}.${key}' must be a string`;
    }
    if (name === "headers" && !/^[\w!#$%&'*+.^`|~-]+$/.test(member)) {
      return `'binding.${name}.${key}' must be the name of a header, not ${JSON.stringify(member)}`;
    }
    if ((name === "hosts" || name === "oauth") && !/^https?:\/\/[^/]/i.test(member)) {
      return `'binding.${name}.${key}' must be a URL such as https://api.example.com, not ${JSON.stringify(member)}`;
    }
  }
  return undefined;
}

function problemOfText(name: keyof BindingOptions, value: string): string | undefined {
  switch (name) {
    case "preset":
      return value === "service" || value === "dropbox" ? undefined : "'binding.preset' must be service or dropbox";
    case "path":
      return problemOfPath(value);
    case "crossSiteType":
      return /^text\/plain; *charset=[\w-]+$/.test(value)
        ? undefined
        : "'binding.crossSiteType' must be of the form 'text/plain; charset=…', for browsers ask first about all others";
    default:
      return undefined;
  }
}

function problemOfPath(path: string): string | undefined {
  const placeholders = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? "");
  const unknown = placeholders.find((name) => !["namespace", "route", "version", "suffix"].includes(name));
  if (unknown !== undefined) {
    return `'binding.path' knows {namespace}, {route}, {version} and {suffix}, but not {${unknown}}`;
  }
  const isWhole = path.startsWith("/") && placeholders.includes("namespace") && placeholders.includes("route");
  return isWhole && !/[?#\s]/.test(path)
    ? undefined
    : "'binding.path' must be a path such as /2/{namespace}/{route}{suffix}";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
