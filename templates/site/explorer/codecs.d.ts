/** All exports of the files in `templates/runtime/codecs`, which generated checks use by their names. */
declare module "ashlar:codecs" {
  const codecs: Readonly<Record<string, unknown>>;
  export default codecs;
}
