import { PROVIDER_MANIFEST_LINK } from "#app/features/push/build-manifest.ts";

/** The `meta` of a page of the portal: its title, how to install it, and nothing for search engines. */
export const titlePage = (title: string) => () => [
  { title: `${title} | Pro portal` },
  { name: "robots", content: "noindex" },
  PROVIDER_MANIFEST_LINK,
];
