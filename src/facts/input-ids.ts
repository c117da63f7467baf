/** What other processes call the inputs of `ApiData`. Names of the language have neither dots nor spaces. */
export const ids = {
  namespaces: "namespaces",
  stoneCfg: "schema of attributes",
  namespace: (namespace: string) => `${namespace} all`,
  doc: (namespace: string) => `${namespace} doc`,
  routes: (namespace: string) => `${namespace} routes`,
  definitions: (namespace: string) => `${namespace} definitions`,
  definition: (namespace: string, name: string) => `${namespace}.${name}`,
  surface: (definition: string) => `${definition} surface`,
} as const;
