import { Link } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { type Clock, When } from "#app/components/admin/when.tsx";
import { ActiveSwitch } from "#app/features/content-editor/components/admin/active-switch.tsx";
import { RowActions } from "#app/features/content-editor/components/admin/row-actions.tsx";
import { formatQuantity } from "#app/lib/format-values.ts";
import { EDITOR_PATH, LIST_PATH, quizPath } from "../../../constants.ts";
import type { QuizListItem } from "../../queries.server.ts";

type QuizTableProps = {
  quizzes: QuizListItem[];
  clock: Clock;
  onFail: (reason: string | undefined) => void;
  onDelete: (quiz: QuizListItem) => void;
};

const COPIED_MS = 2_000;

const editorPath = ({ slug }: QuizListItem) => `${EDITOR_PATH}/${slug}`;

/** The filtered quizzes, newest first. On a phone, the details are shown below the title. */
export function QuizTable({ quizzes, ...options }: QuizTableProps) {
  return (
    <DataTable
      caption="Quizzes"
      order="newest first"
      columns={listColumns(options)}
      rows={quizzes}
      rowKey={({ id }) => id}
      isFirstColumnWide
    />
  );
}

const listColumns = ({
  clock,
  onFail,
  onDelete,
}: Omit<QuizTableProps, "quizzes">): [Column<QuizListItem>, ...Column<QuizListItem>[]] => [
  {
    header: "Quiz",
    sortValue: ({ title }) => title,
    cell: (quiz) => <Title quiz={quiz} />,
  },
  {
    header: "Service type",
    from: "lg",
    sortValue: ({ serviceType }) => serviceType,
    cell: ({ serviceType }) => serviceType,
    narrow: (quiz) => <Summary quiz={quiz} />,
  },
  countColumn("Questions", ({ questions }) => questions),
  countColumn("Requests", ({ requests }) => requests),
  {
    header: "To review",
    from: "lg",
    align: "end",
    sortValue: ({ pending }) => pending,
    cell: (quiz) => (quiz.pending > 0 ? <ReviewLink quiz={quiz} /> : 0),
    narrow: (quiz) => (quiz.pending > 0 ? <ReviewLink quiz={quiz} /> : null),
  },
  {
    header: "Active",
    from: "md",
    cell: (quiz) => <ActiveSwitch item={quiz} action={LIST_PATH} onFail={onFail} />,
  },
  {
    header: "Created",
    from: "2xl",
    nowrap: true,
    cell: ({ createdAt }) => <When at={createdAt} clock={clock} />,
    narrow: ({ createdAt }) => (
      <span className="block text-sm text-muted">
        Created <When at={createdAt} clock={clock} />
      </span>
    ),
  },
  {
    header: "Actions",
    isHeaderHidden: true,
    from: "md",
    cell: (quiz) => (
      <div className="flex justify-end gap-1">
        <Actions quiz={quiz} onDelete={onDelete} />
      </div>
    ),
    narrow: (quiz) => (
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <ActiveSwitch item={quiz} action={LIST_PATH} onFail={onFail} />
        <Actions quiz={quiz} onDelete={onDelete} />
      </div>
    ),
  },
];

const countColumn = (
  header: string,
  count: (quiz: QuizListItem) => number,
): Column<QuizListItem> => ({ header, from: "lg", align: "end", sortValue: count, cell: count });

function Title({ quiz }: { quiz: QuizListItem }) {
  return (
    <>
      <Link to={editorPath(quiz)} className="font-semibold wrap-anywhere hover:underline">
        {quiz.title}
      </Link>
      <span className="block text-sm wrap-anywhere text-muted">/quiz/{quiz.slug}</span>
    </>
  );
}

function Summary({ quiz: { serviceType, questions, requests } }: { quiz: QuizListItem }) {
  return (
    <span className="block text-sm text-muted">
      {serviceType}, {formatQuantity(questions, "question")}, {formatQuantity(requests, "request")}
    </span>
  );
}

function ReviewLink({ quiz }: { quiz: QuizListItem }) {
  return (
    <Link
      to={`${editorPath(quiz)}/review`}
      aria-label={`Review Results of ${quiz.title}: ${quiz.pending} pending`}
      className="link whitespace-nowrap"
    >
      {quiz.pending} pending
    </Link>
  );
}

function Actions({
  quiz,
  onDelete,
}: {
  quiz: QuizListItem;
  onDelete: (quiz: QuizListItem) => void;
}) {
  return (
    <RowActions
      title={quiz.title}
      path={quizPath(quiz.slug)}
      editorPath={editorPath(quiz)}
      copiedMs={COPIED_MS}
      onDelete={() => onDelete(quiz)}
    />
  );
}
