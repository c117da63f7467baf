/** A file as `files/get_metadata` returns it, without its tag: about 480 bytes of JSON. */
const file = {
  name: "Prime_Numbers.txt",
  id: "id:a4ayc_80_OEAAAAAAAAAXw",
  client_modified: "2015-05-12T15:50:38Z",
  server_modified: "2015-05-12T15:50:38Z",
  rev: "a1c10ce0dd78",
  size: 7212,
  path_lower: "/homework/math/prime_numbers.txt",
  path_display: "/Homework/math/Prime_Numbers.txt",
  sharing_info: {
    read_only: true,
    parent_shared_folder_id: "84528192421",
    modified_by: "dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc",
  },
  has_explicit_shared_members: false,
  content_hash: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
};

const argOfMetadata = JSON.stringify({ path: "/Homework/math/Prime_Numbers.txt", include_deleted: true });

/** A small call whose result is one of several types. */
const metadata: Scenario = {
  name: "files/get_metadata, one of several types",
  route: "files/get_metadata",
  style: "rpc",
  arg: argOfMetadata,
  status: 200,
  answer: { ".tag": "file", ...file },
};

/** The scenarios: small calls, errors, and content. */
export const scenarios: readonly Scenario[] = [
  metadata,
  {
    name: "files/restore, one type",
    route: "files/restore",
    style: "rpc",
    arg: JSON.stringify({ path: "/Homework/math/Prime_Numbers.txt", rev: "a1c10ce0dd78" }),
    status: 200,
    answer: file,
  },
  { name: "auth/token/revoke, nothing", route: "auth/token/revoke", style: "rpc", arg: "", status: 200, answer: null },
  {
    name: "files/get_metadata, an error of the route",
    route: "files/get_metadata",
    style: "rpc",
    arg: argOfMetadata,
    status: 409,
    answer: { ".tag": "path", path: { ".tag": "not_found" } },
  },
  {
    name: "files/get_metadata, a body that is not JSON",
    route: "files/get_metadata",
    style: "rpc",
    arg: argOfMetadata.slice(0, -1),
    status: 400,
    answer: null,
  },
  {
    name: "files/upload, 1 MB",
    route: "files/upload",
    style: "upload",
    arg: JSON.stringify({ path: "/Homework/math/Prime_Numbers.txt" }),
    status: 200,
    answer: file,
  },
  {
    name: "files/download, 1 MB",
    route: "files/download",
    style: "download",
    arg: JSON.stringify({ path: "/Homework/math/Prime_Numbers.txt" }),
    status: 200,
    answer: file,
  },
];

/** Repeated calls of one kind, and their responses. It is sent to processes as JSON. */
export interface Scenario {
  readonly name: string;
  /** The route, such as `files/get_metadata`. */
  readonly route: string;
  readonly style: "rpc" | "upload" | "download";
  /** The JSON text of the argument, which may be invalid; empty if there is none. */
  readonly arg: string;
  readonly status: number;
  /** The JSON of the result, or of the route's error if the status is 409. */
  readonly answer: unknown;
}

/** The wire binding of the package. */
export interface Wire {
  readonly prefix: string;
  readonly headers: { readonly arg: string; readonly result: string };
}

/** The JSON Schemas of the argument, result and error of a route. */
export interface Schemas {
  readonly arg: object;
  readonly result: object;
  readonly error: object;
}

/** The task of a process of this suite. */
export interface Task {
  readonly scenario: Scenario;
  readonly wire: Wire;
  /** The folder of the generated package. */
  readonly api: string;
  /** Absent if Fastify does not contend. */
  readonly schemas?: Schemas;
  /** The module of the server, to be run by Node. */
  readonly serve: string;
}

/** Returns the content of uploads and downloads: one megabyte. */
export function content(): Uint8Array {
  return Uint8Array.from({ length: 1_000_000 }, (_, index) => (index * 7) % 256);
}
