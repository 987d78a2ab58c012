import { Image } from "lucide-react";
import { Link } from "react-router";
import { ButtonLink } from "#app/components/admin/button.tsx";
import { EmptyState } from "#app/components/admin/empty-state.tsx";
import { StatCards } from "#app/components/admin/stat-cards.tsx";
import {
  ContentList,
  type ListedKind,
} from "#app/features/content-editor/components/admin/content-list.tsx";
import { formatCount } from "#app/lib/format-values.ts";
import { ADVERTORIAL_EDITOR_PATH, ADVERTORIALS_PATH, MEDIA_PATH } from "#app/lib/portal-paths.ts";
import {
  articlePath,
  DELETE_FAILED,
  DELETE_QUESTION,
  DELETE_WORD,
  STATUS_FAILED,
} from "../../constants.ts";
import type { ArticleListData } from "../../loaders.server.ts";
import { ArticleTable } from "./article-table.tsx";

const KIND: ListedKind = {
  noun: "advertorial",
  plural: "advertorials",
  path: ADVERTORIALS_PATH,
  searchLabel: "Search by title or slug",
  create: { path: ADVERTORIAL_EDITOR_PATH, label: "Create Advertorial" },
  publicPath: articlePath,
  deletion: { question: DELETE_QUESTION, word: DELETE_WORD },
  messages: { statusFailed: STATUS_FAILED, deleteFailed: DELETE_FAILED },
};

/** List of advertorials with search, publishing, editing and deletion. */
export function ArticleList({
  data: { articles, builtIn, totals, deleted, filters, clock },
}: {
  data: ArticleListData;
}) {
  const isFiltered = filters.q !== "" || filters.status !== "all";
  return (
    <div className="grid gap-5">
      <StatCards
        stats={[
          { label: "Total", value: formatCount(totals.total) },
          { label: "Active", value: formatCount(totals.active) },
          { label: "Dynamic", value: formatCount(totals.dynamic) },
        ]}
      />
      <ContentList
        kind={KIND}
        filters={filters}
        deleted={deleted}
        clock={clock}
        controls={
          <ButtonLink to={MEDIA_PATH}>
            <Image className="size-4" aria-hidden="true" />
            Media
          </ButtonLink>
        }
      >
        {({ onStatusFail, onDelete }) => (
          <>
            {articles.length + builtIn.length > 0 ? (
              <ArticleTable
                articles={articles}
                builtIn={builtIn}
                clock={clock}
                onFail={onStatusFail}
                onDelete={onDelete}
              />
            ) : (
              <EmptyState
                title="No advertorials match"
                action={<ButtonLink to={ADVERTORIALS_PATH}>Clear filters</ButtonLink>}
              >
                Try other words, or clear the filters.
              </EmptyState>
            )}
            {articles.length === 0 && builtIn.length > 0 && !isFiltered ? (
              <p className="border-t border-line p-5 text-muted">
                The two above are part of the site.{" "}
                <Link to={ADVERTORIAL_EDITOR_PATH} className="link">
                  Write the first one of your own
                </Link>
                .
              </p>
            ) : null}
          </>
        )}
      </ContentList>
    </div>
  );
}
