import { schemaName } from "../names.js";
import type { Api, Field } from "../api.js";
import { Lookup } from "../walk.js";

/** Returns the fields of the schema of route attributes, own and inherited (ATTR-2); empty if there is no schema. */
export function schemaFields(api: Api): readonly { readonly field: Field; readonly isOwn: boolean }[] {
  const hasSchema = api.stoneCfg?.types.some(({ name }) => name === schemaName.name) ?? false;
  return !hasSchema
    ? []
    : new Lookup(api)
        .allFields(schemaName)
        .map(({ field, owner }) => ({ field, isOwn: owner.namespace === schemaName.namespace }));
}
