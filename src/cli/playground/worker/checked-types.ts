import { hasTypes, type Context } from "../../../facts/context.js";
import { jsonText } from "../../../site/code/json.js";
import { chosenValue } from "../../../values/chosen-value.js";
import type { CheckedType } from "../messages.js";

/** Returns the types whose JSON can be checked, each with a valid value. */
export function checkedTypes(context: Context): CheckedType[] {
  const { api, lookup, naming } = context;
  return api.namespaces
    .filter((namespace) => hasTypes(namespace, context))
    .flatMap(({ name: namespace, types }) =>
      types.map(({ name }): CheckedType => {
        const value = chosenValue({ kind: "ref", namespace, name }, lookup);
        return {
          name: `${namespace}.${name}`,
          module: `dist/${naming.folder(namespace)}/index.js`,
          decode: `decode${naming.type({ namespace, name })}`,
          example: value === undefined ? "" : jsonText(value, "indented"),
        };
      }),
    );
}
