import { ContentsList } from "../ui/contents-list.tsx";

type PageContentsProps = { parts: readonly { id: string; text: string }[] };

/** Links to the parts of a long page, beside its text, or above it on small screens. */
export const PageContents = ({ parts }: PageContentsProps) => (
  <nav
    aria-labelledby="contents-title"
    className="no-print border-l-4 border-sun pl-4 md:sticky md:top-24 md:order-last"
  >
    <h2 id="contents-title" className="text-lg">
      On this page
    </h2>
    <ContentsList parts={parts} />
  </nav>
);
