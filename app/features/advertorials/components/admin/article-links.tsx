import { TabLinks } from "#app/components/admin/tab-links.tsx";
import { ADVERTORIAL_EDITOR_PATH } from "#app/lib/portal-paths.ts";

/** Title of an article, and tabs for its pages. */
export function ArticleLinks({ slug, title }: { slug: string; title: string }) {
  const path = `${ADVERTORIAL_EDITOR_PATH}/${slug}`;
  const pages = [
    { name: "Editor", path },
    { name: "Metrics", path: `${path}/metrics` },
  ];
  return (
    <div className="min-w-0">
      <h2 className="h3 break-words">{title}</h2>
      <div className="mt-2">
        <TabLinks label="Pages of the advertorial" pages={pages} />
      </div>
    </div>
  );
}
