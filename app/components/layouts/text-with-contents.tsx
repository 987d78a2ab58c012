import type { AnchoredHeading } from "#app/lib/anchor-headings.ts";
import { ContentsList } from "../ui/contents-list.tsx";
import { RichText } from "../ui/rich-text.tsx";

type TextWithContentsProps = { html: string; headings: readonly AnchoredHeading[] };

/** A long text in one column, with links to its parts: beside it, or above it on small screens. */
export function TextWithContents({ html, headings }: TextWithContentsProps) {
  return (
    <div className="wrap section grid items-start gap-x-14 gap-y-8 md:grid-cols-[minmax(0,65ch)_1fr]">
      <nav
        aria-labelledby="contents-title"
        className="no-print border-l-4 border-sun pl-4 md:sticky md:top-24 md:order-last"
      >
        <h2 id="contents-title" className="text-lg">
          On this page
        </h2>
        <ContentsList parts={headings} />
      </nav>
      <RichText html={html} className="[&>h2:first-child]:mt-0" />
    </div>
  );
}
