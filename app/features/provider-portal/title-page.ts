/** The `meta` of a page of the portal: its title, and nothing for search engines. */
export const titlePage = (title: string) => () => [
  { title: `${title} | Pro portal` },
  { name: "robots", content: "noindex" },
];
