import { ArrowLeft, ChartColumn, Eye, ListChecks, ShieldCheck, Sparkles } from "lucide-react";
import { Link } from "react-router";
import { EDITOR_PATH, LIST_PATH } from "../../../constants.ts";
import type { EditorData } from "../../loaders.server.ts";

type EditorHeaderProps = { quiz: EditorData["quiz"]; isBusy: boolean; onGenerate: () => void };

/** Title of the page, with links and actions. */
export function EditorHeader({ quiz, isBusy, onGenerate }: EditorHeaderProps) {
  return (
    <header className="grid gap-3">
      <p>
        <Link to={LIST_PATH} className="btn-small">
          <ArrowLeft className="size-4" aria-hidden="true" />
          Back to quizzes
        </Link>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="h3 wrap-anywhere">
          {quiz ? `Edit: ${quiz.values.title}` : "Create New Quiz"}
        </h2>
        {quiz ? <SavedQuizActions quiz={quiz} isBusy={isBusy} onGenerate={onGenerate} /> : null}
      </div>
    </header>
  );
}

function SavedQuizActions({
  quiz,
  isBusy,
  onGenerate,
}: EditorHeaderProps & { quiz: NonNullable<EditorData["quiz"]> }) {
  const path = `${EDITOR_PATH}/${quiz.values.slug}`;
  const { approved, pending, rejected } = quiz.counts;
  const results = approved + pending + rejected;
  return (
    <div className="flex flex-wrap gap-2">
      <a
        href={`/quiz/${quiz.values.slug}?preview`}
        target="_blank"
        rel="noreferrer"
        className="btn-small"
      >
        <Eye className="size-4" aria-hidden="true" />
        Preview
      </a>
      {results > 0 ? (
        <Link to={`${path}/review`} preventScrollReset className="btn-small">
          <ListChecks className="size-4" aria-hidden="true" />
          Review Results ({results})
        </Link>
      ) : null}
      <button type="button" disabled={isBusy} onClick={onGenerate} className="btn-small">
        <Sparkles className="size-4" aria-hidden="true" />
        Generate Diagnoses
      </button>
      <Link to={`${path}/outcomes`} className="btn-small">
        <ShieldCheck className="size-4" aria-hidden="true" />
        Outcomes and safety
      </Link>
      <Link to={`${path}/figures`} className="btn-small">
        <ChartColumn className="size-4" aria-hidden="true" />
        Metrics
      </Link>
    </div>
  );
}
