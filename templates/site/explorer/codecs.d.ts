/** All exports of the files in `templates/runtime/codecs`, by name. Generated checks use them. */
declare module "ashlar:codecs" {
  const codecs: Readonly<Record<string, unknown>>;
  export default codecs;
}
