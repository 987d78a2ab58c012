import { CircleAlert, CircleCheck } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { Button } from "#app/components/admin/button.tsx";
import type { ArticleValues } from "../../article-schema.ts";
import { checkArticle, type Finding } from "../../check-article.ts";

const KINDS: Record<Finding["kind"], string> = {
  claim: "Claim",
  alt: "Alt text",
  "reading-level": "Reading level",
  meta: "SEO",
  image: "Image",
  phone: "Phone",
  repeat: "Repetition",
  subject: "Subject",
};

/** Suggested corrections. They do not prevent saving. */
export function ArticleChecks(values: Pick<ArticleValues, "title" | "content">) {
  const title = useDeferredValue(values.title);
  const content = useDeferredValue(values.content);
  const findings = useMemo(() => checkArticle(content, title), [content, title]);
  const show = (field: string) =>
    document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)?.focus();
  return (
    <section aria-labelledby="article-checks" className="panel-card grid gap-3 p-5">
      <h3 id="article-checks" className="font-display text-lg font-extrabold">
        Before you publish{" "}
        {findings.length > 0 ? (
          <span className="font-normal text-muted">({findings.length})</span>
        ) : null}
      </h3>
      {findings.length === 0 ? (
        <p className="flex items-center gap-2">
          <CircleCheck className="size-5 shrink-0 text-ok" aria-hidden="true" />
          No problems were found. Read it aloud once anyway.
        </p>
      ) : (
        <ul className="grid gap-2">
          {findings.map(({ kind, text, field }) => (
            <li
              key={`${kind} ${field} ${text}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1"
            >
              <CircleAlert className="size-5 shrink-0 text-[#8a5a00]" aria-hidden="true" />
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="font-semibold">{KINDS[kind]}:</span> {text}
              </span>
              {field ? (
                <Button onClick={() => show(field)} aria-label={`Show: ${text}`}>
                  Show
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
