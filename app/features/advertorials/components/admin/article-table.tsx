import { Link } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { type Clock, When } from "#app/components/admin/when.tsx";
import { ActiveSwitch } from "#app/features/content-editor/components/admin/active-switch.tsx";
import { CopyUrl } from "#app/features/content-editor/components/admin/copy-url.tsx";
import {
  RowActions,
  ViewLink,
} from "#app/features/content-editor/components/admin/row-actions.tsx";
import { formatQuantity } from "#app/lib/format-values.ts";
import { ADVERTORIAL_EDITOR_PATH, ADVERTORIALS_PATH } from "#app/lib/portal-paths.ts";
import { articlePath } from "../../constants.ts";
import type { ArticleListData } from "../../loaders.server.ts";

type Article = ArticleListData["articles"][number];
type BuiltIn = ArticleListData["builtIn"][number];
type Row = { article: Article; builtIn?: undefined } | { article?: undefined; builtIn: BuiltIn };
type ArticleTableProps = Pick<ArticleListData, "articles" | "builtIn"> & {
  clock: Clock;
  onFail: (reason: string | undefined) => void;
  onDelete: (article: Article) => void;
};
type RowOptions = Omit<ArticleTableProps, "articles" | "builtIn">;

const COPIED_MS = 3_000;
const METRICS = [
  { header: "Views", name: "views" },
  { header: "Calls", name: "calls" },
  { header: "Requests", name: "requests" },
] as const;
const editorPath = ({ slug }: Article) => `${ADVERTORIAL_EDITOR_PATH}/${slug}`;

/**
 * The built-in advertorials, then those written by staff, newest first. On a phone, everything is
 * shown below the title.
 */
export function ArticleTable({ articles, builtIn, ...options }: ArticleTableProps) {
  const rows: Row[] = [
    ...builtIn.map((article) => ({ builtIn: article })),
    ...articles.map((article) => ({ article })),
  ];
  return (
    <DataTable
      caption="Advertorials"
      order="those of the site, then the newest first"
      columns={listColumns(options)}
      rows={rows}
      rowKey={({ article, builtIn }) => (article ? article.id : builtIn.slug)}
      isFirstColumnWide
    />
  );
}

const listColumns = (options: RowOptions): [Column<Row>, ...Column<Row>[]] => [
  {
    header: "Advertorial",
    sortValue: ({ article }) => article?.title ?? null,
    cell: (row) => <Title {...row} />,
  },
  {
    header: "Active",
    from: "md",
    cell: (row) => <State row={row} onFail={options.onFail} />,
  },
  ...METRICS.map(
    ({ header, name }): Column<Row> => ({
      header,
      title: "In the last 30 days",
      from: "lg",
      align: "end",
      sortValue: ({ article }) => article?.metrics[name] ?? null,
      cell: ({ article }) => article?.metrics[name].toLocaleString("en-US"),
    }),
  ),
  {
    header: "Created",
    from: "lg",
    nowrap: true,
    cell: ({ article }) =>
      article ? (
        <When at={article.createdAt} clock={options.clock} />
      ) : (
        <span className="text-muted">Built in</span>
      ),
    narrow: ({ article }) => article && <Summary article={article} clock={options.clock} />,
  },
  {
    header: "Actions",
    isHeaderHidden: true,
    from: "md",
    cell: (row) => (
      <div className="flex justify-end gap-1">
        <Actions row={row} onDelete={options.onDelete} />
      </div>
    ),
    narrow: (row) => (
      <div className="mt-2 flex flex-wrap items-center gap-1">
        <State row={row} onFail={options.onFail} />
        <Actions row={row} onDelete={options.onDelete} />
      </div>
    ),
  },
];

function Title({ article, builtIn }: Row) {
  return (
    <>
      {article ? (
        <Link to={editorPath(article)} className="font-semibold wrap-anywhere hover:underline">
          {article.title}
        </Link>
      ) : (
        <span className="font-semibold wrap-anywhere">{builtIn.title}</span>
      )}
      <span className="block text-sm wrap-anywhere text-muted">
        {articlePath((article ?? builtIn).slug)}
      </span>
    </>
  );
}

function Summary({ article: { metrics, createdAt }, clock }: { article: Article; clock: Clock }) {
  return (
    <span className="block text-sm text-muted">
      {formatQuantity(metrics.views, "view")}, {formatQuantity(metrics.calls, "call")},{" "}
      {formatQuantity(metrics.requests, "request")} in 30 days, created{" "}
      <When at={createdAt} clock={clock} />
    </span>
  );
}

/** A built-in advertorial is always active: its texts are content files. */
function State({ row: { article }, onFail }: { row: Row } & Pick<RowOptions, "onFail">) {
  return article ? (
    <ActiveSwitch item={article} action={ADVERTORIALS_PATH} onFail={onFail} />
  ) : (
    <span className="mr-1 text-sm font-semibold whitespace-nowrap text-ok">Always active</span>
  );
}

function Actions({
  row: { article, builtIn },
  onDelete,
}: { row: Row } & Pick<RowOptions, "onDelete">) {
  const { slug, title } = article ?? builtIn;
  const path = articlePath(slug);
  return article ? (
    <RowActions
      title={title}
      path={path}
      editorPath={editorPath(article)}
      copiedMs={COPIED_MS}
      onDelete={() => onDelete(article)}
    >
      <ViewLink path={`${path}?preview`} verb="Preview" title={title} />
    </RowActions>
  ) : (
    <>
      <ViewLink path={path} verb="View" title={title} />
      <CopyUrl path={path} title={title} shownMs={COPIED_MS} />
    </>
  );
}
