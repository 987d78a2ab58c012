import { Link } from "react-router";
import { type Clock, When } from "#app/components/admin/when.tsx";
import { ActiveSwitch } from "#app/features/content-editor/components/admin/active-switch.tsx";
import { CopyUrl } from "#app/features/content-editor/components/admin/copy-url.tsx";
import {
  RowActions,
  ViewLink,
} from "#app/features/content-editor/components/admin/row-actions.tsx";
import { ADVERTORIAL_EDITOR_PATH, ADVERTORIALS_PATH } from "#app/lib/portal-paths.ts";
import { articlePath } from "../../constants.ts";
import type { ArticleListData } from "../../loaders.server.ts";

type Article = ArticleListData["articles"][number];
type Fixed = ArticleListData["fixed"][number];
type ArticleTableProps = Pick<ArticleListData, "articles" | "fixed"> & {
  clock: Clock;
  onFail: (reason: string | undefined) => void;
  onDelete: (article: Article) => void;
};

const COPIED_MS = 3_000;
const formatCounted = (count: number, word: string) =>
  `${count.toLocaleString("en-US")} ${word}${count === 1 ? "" : "s"}`;
const editorPath = ({ slug }: Article) => `${ADVERTORIAL_EDITOR_PATH}/${slug}`;

/**
 * The built-in advertorials, then those written by staff, newest first. On a phone, everything is
 * shown below the title.
 */
export function ArticleTable({ articles, fixed, clock, onFail, onDelete }: ArticleTableProps) {
  return (
    <table className="data-table">
      <caption className="sr-only">Advertorials: those of the site, then the newest first</caption>
      <thead>
        <tr>
          <th scope="col">Advertorial</th>
          <th scope="col" className="room-max-md:hidden">
            Active
          </th>
          {["Views", "Calls", "Requests"].map((name) => (
            <th key={name} scope="col" className="room-max-lg:hidden" title="In the last 30 days">
              {name}
            </th>
          ))}
          <th scope="col" className="room-max-lg:hidden">
            Created
          </th>
          <th scope="col" className="room-max-md:hidden">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {fixed.map((article) => (
          <FixedRow key={article.slug} article={article} />
        ))}
        {articles.map((article) => (
          <tr key={article.id} className="hover:bg-cream">
            <td className="min-w-0 room-lg:min-w-56">
              <Link
                to={editorPath(article)}
                className="font-semibold wrap-anywhere hover:underline"
              >
                {article.title}
              </Link>
              <span className="block text-sm wrap-anywhere text-muted">
                {articlePath(article.slug)}
              </span>
              <span className="block text-sm text-muted room-lg:hidden">
                {formatCounted(article.metrics.views, "view")},{" "}
                {formatCounted(article.metrics.calls, "call")},{" "}
                {formatCounted(article.metrics.requests, "request")} in 30 days, created{" "}
                <When at={article.createdAt} clock={clock} />
              </span>
              <div className="mt-2 flex flex-wrap items-center gap-1 room-md:hidden">
                <ActiveSwitch item={article} action={ADVERTORIALS_PATH} onFail={onFail} />
                <Actions article={article} onDelete={onDelete} />
              </div>
            </td>
            <td className="room-max-md:hidden">
              <ActiveSwitch item={article} action={ADVERTORIALS_PATH} onFail={onFail} />
            </td>
            {[article.metrics.views, article.metrics.calls, article.metrics.requests].map(
              (figure, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: three columns, always the same
                <td key={at} className="room-max-lg:hidden">
                  {figure.toLocaleString("en-US")}
                </td>
              ),
            )}
            <td className="whitespace-nowrap room-max-lg:hidden">
              <When at={article.createdAt} clock={clock} />
            </td>
            <td className="room-max-md:hidden">
              <div className="flex justify-end gap-1">
                <Actions article={article} onDelete={onDelete} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A built-in advertorial: always active, with its texts in content files. */
function FixedRow({ article: { slug, title } }: { article: Fixed }) {
  const actions = (
    <>
      <ViewLink path={articlePath(slug)} verb="View" title={title} />
      <CopyUrl path={articlePath(slug)} title={title} shownMs={COPIED_MS} />
    </>
  );
  return (
    <tr className="hover:bg-cream">
      <td className="min-w-0 room-lg:min-w-56">
        <span className="font-semibold wrap-anywhere">{title}</span>
        <span className="block text-sm wrap-anywhere text-muted">{articlePath(slug)}</span>
        <div className="mt-2 flex flex-wrap items-center gap-2 room-md:hidden">
          <span className="text-sm font-semibold text-ok">Always active</span>
          {actions}
        </div>
      </td>
      <td className="text-sm font-semibold whitespace-nowrap text-ok room-max-md:hidden">
        Always active
      </td>
      <td colSpan={3} className="room-max-lg:hidden" />
      <td className="text-muted room-max-lg:hidden">Built in</td>
      <td className="room-max-md:hidden">
        <div className="flex justify-end gap-1">{actions}</div>
      </td>
    </tr>
  );
}

function Actions({
  article,
  onDelete,
}: {
  article: Article;
  onDelete: (article: Article) => void;
}) {
  const path = articlePath(article.slug);
  return (
    <RowActions
      title={article.title}
      path={path}
      editorPath={editorPath(article)}
      copiedMs={COPIED_MS}
      onDelete={() => onDelete(article)}
    >
      <ViewLink path={`${path}?preview`} verb="Preview" title={article.title} />
    </RowActions>
  );
}
