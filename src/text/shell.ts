/** Quotes a string as one word of a POSIX shell, which expands only the given variables in it. */
export function quoteForShell(text: string, variables: readonly string[] = []): string {
  const references = variables.map((variable) => variable.replace("$", String.raw`\$`)).join("|");
  const parts = references === "" ? [text] : text.split(new RegExp(String.raw`(${references})(?!\w)`));
  const words = parts.map((part, index) =>
    index % 2 === 1 ? `"${part}"` : part === "" ? "" : `'${part.replaceAll("'", String.raw`'\''`)}'`,
  );
  return words.join("") || "''";
}
