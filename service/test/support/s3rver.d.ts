declare module "s3rver" {
  /** A server that speaks S3, for tests. */
  export default class S3rver {
    constructor(options: {
      readonly port: number;
      readonly address: string;
      readonly directory: string;
      readonly silent: boolean;
      readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[];
    });
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
