/** The elements that hovers show, as Markdown produces them. Other elements are replaced by their content. */
const allowed = new Set(
  "p,ul,ol,li,pre,code,em,strong,a,br,hr,h1,h2,h3,h4,blockquote,table,thead,tbody,tr,th,td,span".split(","),
);
/** The elements whose content is not text, which are removed. */
const dropped = new Set("script,style,template,iframe,object,svg,math".split(","));

/** Removes everything but text from the documentation of a specification as HTML, because anyone may have written it. */
export function sanitize(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const node of body.querySelectorAll("*")) {
    const name = node.localName;
    if (dropped.has(name)) {
      node.remove();
    } else if (allowed.has(name)) {
      for (const attribute of [...node.attributes]) {
        const isKept = attribute.name === "class" || (attribute.name === "href" && /^https?:/.test(attribute.value));
        if (!isKept) {
          node.removeAttribute(attribute.name);
        }
      }
    } else {
      node.replaceWith(...node.childNodes);
    }
  }
  return body.innerHTML;
}
