import { LSPClient } from "@codemirror/lsp-client";

/** Requests that the editor sends by itself while users type and point. They may have no result. */
const optionalMethods: readonly string[] = [
  "textDocument/completion",
  "textDocument/hover",
  "textDocument/signatureHelp",
];

/** Requests with positions in their results that the editor applies to the current text. */
const positionMethods: readonly string[] = ["textDocument/formatting", "textDocument/hover"];

/** The protocol's error code for canceled requests. */
export const canceled = -32800;

/** The protocol's error code for requests whose document has changed. */
const contentModified = -32801;

/** The client of the language server. A request whose document has changed in the meantime has no positions as its result. */
export class LanguageClient extends LSPClient {
  override async request<Result>(method: string, params: unknown): Promise<Result> {
    const version = this.#versionOf(params);
    try {
      const result = await super.request<unknown, Result>(method, params);
      if (positionMethods.includes(method) && this.#versionOf(params) !== version) {
        throw Object.assign(new Error("The document has changed."), { code: contentModified });
      }
      return result;
    } catch (thrown) {
      if (optionalMethods.includes(method) && isOutdated(thrown)) {
        return null as Result; // the editor logs errors of these requests
      }
      throw thrown;
    }
  }

  #versionOf(params: unknown): number | undefined {
    const { textDocument } = params as { readonly textDocument?: { readonly uri: string } };
    return textDocument && this.workspace.getFile(textDocument.uri)?.version;
  }
}

/** Whether a request failed because it was canceled, or because its document has changed. Another one follows. */
export function isOutdated(thrown: unknown): boolean {
  return (
    typeof thrown === "object" &&
    thrown !== null &&
    "code" in thrown &&
    [canceled, contentModified].includes(Number(thrown.code))
  );
}
