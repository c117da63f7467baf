/** Returns a string as code, in the quotes that prettier uses: double quotes, unless single quotes need fewer backslashes. */
export function stringCode(text: string): string {
  const code = JSON.stringify(text);
  if (!text.includes('"') || text.split('"').length <= text.split("'").length) {
    return code;
  }
  const inner = code
    .slice(1, -1)
    .replace(/\\(.)|'/g, (escape, escaped) => (escaped === '"' ? '"' : escape === "'" ? "\\'" : escape));
  return `'${inner}'`;
}
