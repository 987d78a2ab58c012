import { ArrowLeft, ChartColumn, Eye, ListChecks, ShieldCheck, Sparkles } from "lucide-react";
import { Button, ButtonAnchor, ButtonLink } from "#app/components/admin/button.tsx";
import { EDITOR_PATH, LIST_PATH } from "../../../constants.ts";
import type { EditorData } from "../../loaders.server.ts";

type EditorHeaderProps = { quiz: EditorData["quiz"]; isBusy: boolean; onGenerate: () => void };

/** Title of the page, with links and actions. */
export function EditorHeader({ quiz, isBusy, onGenerate }: EditorHeaderProps) {
  return (
    <header className="grid gap-3">
      <p>
        <ButtonLink to={LIST_PATH}>
          <ArrowLeft className="size-4" aria-hidden="true" />
          Back to quizzes
        </ButtonLink>
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
      <ButtonAnchor href={`/quiz/${quiz.values.slug}?preview`} target="_blank" rel="noreferrer">
        <Eye className="size-4" aria-hidden="true" />
        Preview
      </ButtonAnchor>
      {results > 0 ? (
        <ButtonLink to={`${path}/review`} preventScrollReset>
          <ListChecks className="size-4" aria-hidden="true" />
          Review Results ({results})
        </ButtonLink>
      ) : null}
      <Button disabled={isBusy} onClick={onGenerate}>
        <Sparkles className="size-4" aria-hidden="true" />
        Generate Diagnoses
      </Button>
      <ButtonLink to={`${path}/outcomes`}>
        <ShieldCheck className="size-4" aria-hidden="true" />
        Outcomes and safety
      </ButtonLink>
      <ButtonLink to={`${path}/metrics`}>
        <ChartColumn className="size-4" aria-hidden="true" />
        Metrics
      </ButtonLink>
    </div>
  );
}
