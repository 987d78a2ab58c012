import { ArrowLeft, ChartColumn, Eye } from "lucide-react";
import { Link } from "react-router";
import { ADVERTORIAL_EDITOR_PATH, ADVERTORIALS_PATH } from "#app/lib/portal-paths.ts";
import { articlePath } from "../../constants.ts";
import type { ArticleEditorData } from "../../loaders.server.ts";

/** Title of the page, with links. */
export function ArticleHeader({ article }: Pick<ArticleEditorData, "article">) {
  return (
    <header className="grid gap-3">
      <p>
        <Link to={ADVERTORIALS_PATH} className="btn-small">
          <ArrowLeft className="size-4" aria-hidden="true" />
          Back to advertorials
        </Link>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="h3 wrap-anywhere">
          {article ? `Edit: ${article.values.title}` : "Create Advertorial"}
        </h2>
        {article ? (
          <div className="flex flex-wrap gap-2">
            <a
              href={`${articlePath(article.values.slug)}?preview`}
              target="_blank"
              rel="noreferrer"
              className="btn-small"
            >
              <Eye className="size-4" aria-hidden="true" />
              Preview
            </a>
            <Link
              to={`${ADVERTORIAL_EDITOR_PATH}/${article.values.slug}/figures`}
              className="btn-small"
            >
              <ChartColumn className="size-4" aria-hidden="true" />
              Metrics
            </Link>
          </div>
        ) : null}
      </div>
    </header>
  );
}
