import { ArrowLeft, ChartColumn, Eye } from "lucide-react";
import { ButtonAnchor, ButtonLink } from "#app/components/admin/button.tsx";
import { ADVERTORIAL_EDITOR_PATH, ADVERTORIALS_PATH } from "#app/lib/portal-paths.ts";
import { articlePath } from "../../constants.ts";
import type { ArticleEditorData } from "../../loaders.server.ts";

/** Title of the page, with links. */
export function ArticleHeader({ article }: Pick<ArticleEditorData, "article">) {
  return (
    <header className="grid gap-3">
      <p>
        <ButtonLink to={ADVERTORIALS_PATH}>
          <ArrowLeft className="size-4" aria-hidden="true" />
          Back to advertorials
        </ButtonLink>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="h3 wrap-anywhere">
          {article ? `Edit: ${article.values.title}` : "Create Advertorial"}
        </h2>
        {article ? (
          <div className="flex flex-wrap gap-2">
            <ButtonAnchor
              href={`${articlePath(article.values.slug)}?preview`}
              target="_blank"
              rel="noreferrer"
            >
              <Eye className="size-4" aria-hidden="true" />
              Preview
            </ButtonAnchor>
            <ButtonLink to={`${ADVERTORIAL_EDITOR_PATH}/${article.values.slug}/metrics`}>
              <ChartColumn className="size-4" aria-hidden="true" />
              Metrics
            </ButtonLink>
          </div>
        ) : null}
      </div>
    </header>
  );
}
