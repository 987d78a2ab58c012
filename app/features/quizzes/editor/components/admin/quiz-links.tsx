import { TabLinks } from "#app/components/admin/tab-links.tsx";
import { EDITOR_PATH } from "../../../constants.ts";

/** Title of a quiz, and tabs for its pages. */
export function QuizLinks({ slug, title }: { slug: string; title: string }) {
  const path = `${EDITOR_PATH}/${slug}`;
  const pages = [
    { name: "Editor", path: path },
    { name: "Review", path: `${path}/review` },
    { name: "Outcomes", path: `${path}/outcomes` },
    { name: "Metrics", path: `${path}/metrics` },
  ];
  return (
    <div className="min-w-0">
      <h2 className="h3 break-words">{title}</h2>
      <div className="mt-2">
        <TabLinks label="Pages of the quiz" pages={pages} />
      </div>
    </div>
  );
}
