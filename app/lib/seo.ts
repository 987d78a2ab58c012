type PageMeta = {
  title: string;
  description: string;
  path: string;
  origin: string;
  noindex?: boolean;
};

/** Title, description, canonical URL and sharing image of a page, for a route's `meta`. */
export function buildPageMeta({ title, description, path, origin, noindex }: PageMeta) {
  return [
    { title },
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:type", content: "website" },
    {
      property: "og:image",
      content: noindex
        ? `${origin}/og-default.png`
        : `${origin}/og${path === "/" ? "/home" : path}.png`,
    },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
    ...(noindex
      ? [{ name: "robots", content: "noindex" }]
      : [
          { tagName: "link" as const, rel: "canonical", href: origin + path },
          { property: "og:url", content: origin + path },
        ]),
  ];
}
