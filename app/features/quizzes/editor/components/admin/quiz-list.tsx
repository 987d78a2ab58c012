import { useCallback, useState } from "react";
import { Link, useNavigation } from "react-router";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import { ContentToolbar } from "#app/features/content-editor/components/admin/content-toolbar.tsx";
import { DeleteDialog } from "#app/features/content-editor/components/admin/delete-dialog.tsx";
import { DeletedContent } from "#app/features/content-editor/components/admin/deleted-content.tsx";
import {
  DELETE_FAILED,
  DELETE_QUESTION,
  EDITOR_PATH,
  LIST_PATH,
  quizPath,
  STATUS_FAILED,
} from "../../../constants.ts";
import type { QuizListData } from "../../loaders.server.ts";
import type { QuizListItem } from "../../queries.server.ts";
import { NewerSeedQuizzes } from "./newer-seed-quizzes.tsx";
import { QuizTable } from "./quiz-table.tsx";

const DELETED = { noun: "quiz", plural: "quizzes", action: LIST_PATH };

type Failure = { message: string; detail: string | undefined };

/** List of quizzes with search, publishing, editing and deletion. */
export function QuizList({
  data: { quizzes, deleted, newerSeedQuizzes, filters, clock },
}: {
  data: QuizListData;
}) {
  const [failure, setFailure] = useState<Failure>();
  const [quizToDelete, setQuizToDelete] = useState<QuizListItem>();
  const navigation = useNavigation();
  const isLoading = navigation.state === "loading" && navigation.location.pathname === LIST_PATH;
  const failStatus = useCallback(
    (detail: string | undefined) => setFailure({ message: STATUS_FAILED, detail }),
    [],
  );
  return (
    <div className="grid gap-5">
      <ContentToolbar
        path={LIST_PATH}
        filters={filters}
        label="Search by title, URL or service"
        create={{ path: EDITOR_PATH, label: "Create Quiz" }}
      />
      <NewerSeedQuizzes seedQuizzes={newerSeedQuizzes} onFail={setFailure} />
      <div className={`panel-card ${isLoading ? "opacity-60" : ""}`} aria-busy={isLoading}>
        {quizzes.length > 0 ? (
          <QuizTable
            quizzes={quizzes}
            clock={clock}
            onFail={failStatus}
            onDelete={setQuizToDelete}
          />
        ) : (
          <NoQuizzes isFiltered={filters.q !== "" || filters.status !== "all"} />
        )}
      </div>
      {deleted.length > 0 ? (
        <DeletedContent
          items={deleted.map((quiz) => ({ ...quiz, path: quizPath(quiz.slug) }))}
          clock={clock}
          kind={DELETED}
        />
      ) : null}
      {quizToDelete ? (
        <DeleteDialog
          key={quizToDelete.id}
          item={quizToDelete}
          question={DELETE_QUESTION}
          label="Delete quiz"
          action={LIST_PATH}
          onClose={() => setQuizToDelete(undefined)}
          onFail={(detail) => {
            setQuizToDelete(undefined);
            setFailure({ message: DELETE_FAILED, detail });
          }}
        />
      ) : null}
      {failure ? <AlertDialog {...failure} onClose={() => setFailure(undefined)} /> : null}
    </div>
  );
}

function NoQuizzes({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="p-8 text-center">
      <p className="font-semibold">{isFiltered ? "No quizzes match" : "No quizzes yet"}</p>
      <p className="mt-1 text-muted">
        {isFiltered
          ? "Try other words, or clear the filters."
          : "A quiz asks visitors what they notice, tells them the likely cause, and leads to a quote."}
      </p>
      <Link
        to={isFiltered ? LIST_PATH : EDITOR_PATH}
        className={`btn-small mt-4 ${isFiltered ? "" : "btn-main"}`}
      >
        {isFiltered ? "Clear filters" : "Create the first quiz"}
      </Link>
    </div>
  );
}
