import { Link } from "react-router";
import { type Clock, When } from "#app/components/admin/when.tsx";
import { ActiveSwitch } from "#app/features/content-editor/components/admin/active-switch.tsx";
import { RowActions } from "#app/features/content-editor/components/admin/row-actions.tsx";
import { EDITOR_PATH, LIST_PATH, quizPath } from "../../../constants.ts";
import type { QuizListItem } from "../../queries.server.ts";

type QuizTableProps = {
  quizzes: QuizListItem[];
  clock: Clock;
  onFail: (reason: string | undefined) => void;
  onDelete: (quiz: QuizListItem) => void;
};

const COPIED_MS = 2_000;

const formatCounted = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;
const editorPath = ({ slug }: QuizListItem) => `${EDITOR_PATH}/${slug}`;

/** The filtered quizzes, newest first. On a phone, the details are shown below the title. */
export function QuizTable({ quizzes, clock, onFail, onDelete }: QuizTableProps) {
  return (
    <table className="data-table">
      <caption className="sr-only">Quizzes, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Quiz</th>
          <th scope="col" className="room-max-lg:hidden">
            Service type
          </th>
          <th scope="col" className="room-max-lg:hidden">
            Questions
          </th>
          <th scope="col" className="room-max-lg:hidden">
            Requests
          </th>
          <th scope="col" className="room-max-lg:hidden">
            To review
          </th>
          <th scope="col" className="room-max-md:hidden">
            Active
          </th>
          <th scope="col" className="room-max-2xl:hidden">
            Created
          </th>
          <th scope="col" className="room-max-md:hidden">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {quizzes.map((quiz) => (
          <tr key={quiz.id} className="hover:bg-cream">
            <td className="min-w-0 room-lg:min-w-56">
              <Link to={editorPath(quiz)} className="font-semibold wrap-anywhere hover:underline">
                {quiz.title}
              </Link>
              <span className="block text-sm wrap-anywhere text-muted">/quiz/{quiz.slug}</span>
              <span className="block text-sm text-muted room-max-lg:hidden room-2xl:hidden">
                Created <When at={quiz.createdAt} clock={clock} />
              </span>
              <span className="block text-sm text-muted room-lg:hidden">
                {quiz.serviceType}, {formatCounted(quiz.questions, "question")},{" "}
                {formatCounted(quiz.requests, "request")}, created{" "}
                <When at={quiz.createdAt} clock={clock} />
              </span>
              <span className="room-lg:hidden">
                {quiz.pending > 0 ? <ReviewLink quiz={quiz} /> : null}
              </span>
              <div className="mt-2 flex flex-wrap items-center gap-2 room-md:hidden">
                <ActiveSwitch item={quiz} action={LIST_PATH} onFail={onFail} />
                <Actions quiz={quiz} onDelete={onDelete} />
              </div>
            </td>
            <td className="room-max-lg:hidden">{quiz.serviceType}</td>
            <td className="room-max-lg:hidden">{quiz.questions}</td>
            <td className="room-max-lg:hidden">{quiz.requests}</td>
            <td className="room-max-lg:hidden">
              {quiz.pending > 0 ? <ReviewLink quiz={quiz} /> : 0}
            </td>
            <td className="room-max-md:hidden">
              <ActiveSwitch item={quiz} action={LIST_PATH} onFail={onFail} />
            </td>
            <td className="whitespace-nowrap room-max-2xl:hidden">
              <When at={quiz.createdAt} clock={clock} />
            </td>
            <td className="room-max-md:hidden">
              <div className="flex justify-end gap-1">
                <Actions quiz={quiz} onDelete={onDelete} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
