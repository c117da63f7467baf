import S3rver from "s3rver";

/** A server of buckets, as S3 is. */
export interface BucketServer {
  /** The address, without the name of a bucket. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts a server with empty buckets, which keeps them in a folder. */
export async function startBuckets(directory: string, names: readonly string[]): Promise<BucketServer> {
  const configureBuckets = names.map((name) => ({ name, configs: [] }));
  const server = new S3rver({ port: 0, address: "127.0.0.1", directory, silent: true, configureBuckets });
  const { port } = await server.run();
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
