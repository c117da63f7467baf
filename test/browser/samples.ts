import type { MetadataFile } from "../../generated/src/files/index.js";

/** A path that no header can carry as it is, and no URL either (B-011). */
export const path = '/日本 é "x" & 50%+😀.txt';

/** The metadata of a file at a path. */
export function file(path: string, size = 0): MetadataFile {
  return {
    ".tag": "file",
    name: path.slice(1),
    id: "id:Zq7mXr4LtKAAAAAAAAAABg",
    client_modified: "2016-03-21T09:14:05Z",
    server_modified: "2016-03-21T09:14:11Z",
    rev: "4b7e03c91d2f",
    size,
    path_display: path,
  };
}

/** A point to wait at until a test releases it. */
export interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

export function gate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
