/** Returns whether a file is a text file, judging by its extension. */
export function isText(name: string): boolean {
  return /\.(txt|md|csv|tsv|json|xml|yaml|yml|log|ini|html|css|js|ts|sql)$/i.test(name);
}

/** Decodes UTF-8; undefined if the bytes are invalid or contain a null character. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Returns an HTML page that shows a text. */
export function textPage(title: string, text: string): string {
  return `<!DOCTYPE html>
<html>
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body><pre>${escapeHtml(text)}</pre></body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
