import { ButtonLink } from "#app/components/admin/button.tsx";
import { EmptyState } from "#app/components/admin/empty-state.tsx";
import {
  ContentList,
  type ListedKind,
} from "#app/features/content-editor/components/admin/content-list.tsx";
import {
  DELETE_FAILED,
  DELETE_QUESTION,
  EDITOR_PATH,
  LIST_PATH,
  quizPath,
  STATUS_FAILED,
} from "../../../constants.ts";
import type { QuizListData } from "../../loaders.server.ts";
import { NewerSeedQuizzes } from "./newer-seed-quizzes.tsx";
import { QuizTable } from "./quiz-table.tsx";

const KIND: ListedKind = {
  noun: "quiz",
  plural: "quizzes",
  path: LIST_PATH,
  searchLabel: "Search by title, URL or service",
  create: { path: EDITOR_PATH, label: "Create Quiz" },
  publicPath: quizPath,
  deletion: { question: DELETE_QUESTION },
  messages: { statusFailed: STATUS_FAILED, deleteFailed: DELETE_FAILED },
};

/** List of quizzes with search, publishing, editing and deletion. */
export function QuizList({
  data: { quizzes, deleted, newerSeedQuizzes, filters, clock },
}: {
  data: QuizListData;
}) {
  return (
    <div className="grid gap-5">
      <ContentList
        kind={KIND}
        filters={filters}
        deleted={deleted}
        clock={clock}
        notice={(onFail) => <NewerSeedQuizzes seedQuizzes={newerSeedQuizzes} onFail={onFail} />}
      >
        {({ onStatusFail, onDelete }) =>
          quizzes.length > 0 ? (
            <QuizTable quizzes={quizzes} clock={clock} onFail={onStatusFail} onDelete={onDelete} />
          ) : (
            <NoQuizzes isFiltered={filters.q !== "" || filters.status !== "all"} />
          )
        }
      </ContentList>
    </div>
  );
}

function NoQuizzes({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState
      title="No quizzes match"
      action={<ButtonLink to={LIST_PATH}>Clear filters</ButtonLink>}
    >
      Try other words, or clear the filters.
    </EmptyState>
  ) : (
    <EmptyState
      title="No quizzes yet"
      action={
        <ButtonLink to={EDITOR_PATH} tone="primary">
          Create the first quiz
        </ButtonLink>
      }
    >
      A quiz asks visitors what they notice, tells them the likely cause, and leads to a quote.
    </EmptyState>
  );
}
