import { Image } from "lucide-react";
import { useCallback, useState } from "react";
import { Link, useNavigation } from "react-router";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import { ContentToolbar } from "#app/features/content-editor/components/admin/content-toolbar.tsx";
import { DeleteDialog } from "#app/features/content-editor/components/admin/delete-dialog.tsx";
import { DeletedContent } from "#app/features/content-editor/components/admin/deleted-content.tsx";
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

const DELETED = { noun: "advertorial", plural: "advertorials", action: ADVERTORIALS_PATH };

type Failure = { message: string; detail: string | undefined };

/** List of advertorials with search, publishing, editing and deletion. */
export function ArticleList({
  data: { articles, fixed, totals, deleted, filters, clock },
}: {
  data: ArticleListData;
}) {
  const [failure, setFailure] = useState<Failure>();
  const [articleToDelete, setArticleToDelete] = useState<ArticleListData["articles"][number]>();
  const navigation = useNavigation();
  const isLoading =
    navigation.state === "loading" && navigation.location.pathname === ADVERTORIALS_PATH;
  const failStatus = useCallback(
    (detail: string | undefined) => setFailure({ message: STATUS_FAILED, detail }),
    [],
  );
  const isFiltered = filters.q !== "" || filters.status !== "all";
  return (
    <div className="grid gap-5">
      <Totals totals={totals} />
      <ContentToolbar
        path={ADVERTORIALS_PATH}
        filters={filters}
        label="Search by title or slug"
        create={{ path: ADVERTORIAL_EDITOR_PATH, label: "Create Advertorial" }}
      >
        <Link to={MEDIA_PATH} className="btn-small">
          <Image className="size-4" aria-hidden="true" />
          Media
        </Link>
      </ContentToolbar>
      <div className={`panel-card ${isLoading ? "opacity-60" : ""}`} aria-busy={isLoading}>
        {articles.length + fixed.length > 0 ? (
          <ArticleTable
            articles={articles}
            fixed={fixed}
            clock={clock}
            onFail={failStatus}
            onDelete={setArticleToDelete}
          />
        ) : (
          <NoArticles />
        )}
        {articles.length === 0 && fixed.length > 0 && !isFiltered ? (
          <p className="border-t border-line p-5 text-muted">
            The two above are part of the site.{" "}
            <Link to={ADVERTORIAL_EDITOR_PATH} className="link">
              Write the first one of your own
            </Link>
            .
          </p>
        ) : null}
      </div>
      {deleted.length > 0 ? (
        <DeletedContent
          items={deleted.map((article) => ({ ...article, path: articlePath(article.slug) }))}
          clock={clock}
          kind={DELETED}
        />
      ) : null}
      {articleToDelete ? (
        <DeleteDialog
          key={articleToDelete.id}
          item={articleToDelete}
          question={DELETE_QUESTION}
          label="Delete advertorial"
          word={DELETE_WORD}
          action={ADVERTORIALS_PATH}
          onClose={() => setArticleToDelete(undefined)}
          onFail={(detail) => {
            setArticleToDelete(undefined);
            setFailure({ message: DELETE_FAILED, detail });
          }}
        />
      ) : null}
      {failure ? <AlertDialog {...failure} onClose={() => setFailure(undefined)} /> : null}
    </div>
  );
}

function Totals({ totals: { total, active, dynamic } }: Pick<ArticleListData, "totals">) {
  const counts = [
    { name: "Total", value: total },
    { name: "Active", value: active },
    { name: "Dynamic", value: dynamic },
  ];
  return (
    <dl className="grid grid-cols-3 gap-3 room-max-xs:grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))]">
      {counts.map(({ name, value }) => (
        <div key={name} className="panel-card flex flex-col-reverse px-4 py-3">
          <dt className="text-[0.9375rem] text-muted">{name}</dt>
          <dd className="font-display text-2xl font-extrabold">{value.toLocaleString("en-US")}</dd>
        </div>
      ))}
    </dl>
  );
}

function NoArticles() {
  return (
    <div className="p-8 text-center">
      <p className="font-semibold">No advertorials match</p>
      <p className="mt-1 text-muted">Try other words, or clear the filters.</p>
      <Link to={ADVERTORIALS_PATH} className="btn-small mt-4">
        Clear filters
      </Link>
    </div>
  );
}
