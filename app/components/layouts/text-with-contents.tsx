import type { AnchoredHeading } from "#app/lib/anchor-headings.ts";
import { RichText } from "../ui/rich-text.tsx";
import { PageContents } from "./page-contents.tsx";

type TextWithContentsProps = { html: string; headings: readonly AnchoredHeading[] };

/** A long text in one column, with links to its parts: beside it, or above it on small screens. */
export function TextWithContents({ html, headings }: TextWithContentsProps) {
  return (
    <div className="wrap section grid items-start gap-x-14 gap-y-8 md:grid-cols-[minmax(0,65ch)_1fr]">
      <PageContents parts={headings} />
      <RichText html={html} className="[&>h2:first-child]:mt-0" />
    </div>
  );
}
