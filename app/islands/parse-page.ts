/**
 * The parts of a page that was fetched. As a template and not by DOMParser, which would apply the page's
 * own style element: our policy forbids that, and the browser would report it.
 */
export function parsePage(html: string): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}
