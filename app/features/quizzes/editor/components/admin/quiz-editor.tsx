import { useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { toast } from "sonner";
import { Dialog, DialogButtons } from "#app/components/admin/dialog.tsx";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { fetchEstimate } from "#app/features/ai/components/admin/use-estimate.ts";
import { describeCost, type Estimate } from "#app/features/ai/job-schema.ts";
import { ConflictDialog } from "#app/features/content-editor/components/admin/conflict-dialog.tsx";
import { DraftBanner } from "#app/features/content-editor/components/admin/draft-banner.tsx";
import { SaveBar } from "#app/features/content-editor/components/admin/save-bar.tsx";
import { VersionHistory } from "#app/features/content-editor/components/admin/version-history.tsx";
import { EDITOR_PATH, estimatePath, SAVE_FIRST } from "../../../constants.ts";
import { GeneratePanel } from "../../../generation/components/admin/generate-panel.tsx";
import { JobProgress } from "../../../generation/components/admin/job-progress.tsx";
import { useGeneration } from "../../../generation/components/admin/use-generation.ts";
import { listDifferences } from "../../describe-changes.ts";
import type { EditorLocationState } from "../../editor-location-state.ts";
import type { QuizValues } from "../../editor-schema.ts";
import type { EditorData } from "../../loaders.server.ts";
import { AffectedDialog } from "./affected-dialog.tsx";
import { EditorHeader } from "./editor-header.tsx";
import { QuestionsEditor } from "./questions-editor.tsx";
import { QuizDetails } from "./quiz-details.tsx";
import { useQuizEditor } from "./use-quiz-editor.ts";

type QuizEditorProps = {
  data: EditorData;
  /** A generated quiz that is not stored (yet): it is edited as a new one. */
  generated?: QuizValues | null;
};

/** Editor of a quiz, with the generator. */
export function QuizEditor({ data, generated }: QuizEditorProps) {
  const { quiz, clock } = data;
  const editor = useQuizEditor(data, generated);
  const { isLocked } = editor;
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const openedWith = useLocation().state as EditorLocationState | null;
  const [isManual, setManual] = useState(false);
  const [estimate, setEstimate] = useState<Estimate>();
  const generation = useGeneration({
    quizId: quiz?.id ?? null,
    startedWork: openedWith?.startedWork,
    onQuiz: (slug, startedWork, answered) =>
      navigate(`${EDITOR_PATH}/${encodeURIComponent(slug)}`, {
        replace: true,
        state: { startedWork, generated: answered } satisfies EditorLocationState,
      }),
    onDone: () => {
      // Reloading the quiz would discard what has been typed since.
      if (!(generated && editor.values !== generated)) void revalidate();
      if (quiz)
        navigate(`${EDITOR_PATH}/${quiz.values.slug}/review`, {
          replace: openedWith?.startedWork !== undefined,
          preventScrollReset: true,
        });
    },
  });
  const isShown = quiz !== null || isManual || Boolean(generated);

  const confirmCostAndGenerate = async () => {
    editor.setError(undefined);
    if (!quiz || editor.isChanged) return editor.setError(SAVE_FIRST);
    const found = await fetchEstimate(estimatePath({ quiz: quiz.id }));
    if (found && describeCost(found)) setEstimate(found);
    else void generation.generateDiagnoses();
  };

  return (
    <div className="grid max-w-5xl gap-5">
      <EditorHeader
        quiz={quiz}
        isBusy={generation.isBusy}
        onGenerate={() => void confirmCostAndGenerate()}
      />
      <DraftBanner
        drafts={editor.earlierDrafts.map(({ key, savedAt, values: { title } }) => ({
          key,
          savedAt,
          name: title,
        }))}
        clock={clock}
        onRestore={(key) => {
          setManual(true);
          editor.restoreDraft(key);
        }}
        onDiscard={editor.discardDraft}
      />
      {isShown ? null : (
        <GeneratePanel
          isBusy={generation.isBusy}
          onChange={generation.clearError}
          onGenerate={(request) => void generation.generateQuiz(request)}
          onSkip={() => setManual(true)}
        />
      )}
      <JobProgress generation={generation} />
      {isShown ? (
        <div
          inert={isLocked || !isHydrated}
          className={`grid gap-5 [&_:is(input,textarea,select,button)]:scroll-mb-28 ${isLocked ? "opacity-60" : ""}`}
        >
          <QuizDetails
            key={editor.restoreCount}
            values={editor.values}
            savedSlug={quiz ? editor.saved.slug : null}
            onChange={editor.change}
          />
          <QuestionsEditor
            questions={editor.values.questions}
            saved={editor.saved.questions}
            onChange={editor.change}
          />
          {quiz ? (
            <VersionHistory<QuizValues>
              content={quiz}
              // Restoring a version does not change whether the quiz is public.
              compare={(earlier) =>
                listDifferences({ ...earlier, isActive: editor.values.isActive }, editor.values)
              }
              clock={clock}
              onRestore={(values, version) => {
                editor.change((now) => ({ ...values, isActive: now.isActive }));
                toast.success(`Version ${version} is in the editor. Save to keep it.`);
              }}
            />
          ) : null}
          <SaveBar
            editor={editor}
            label={quiz ? "Update Quiz" : "Save Quiz"}
            error={editor.error ?? generation.error}
            timeZone={clock.timeZone}
          />
        </div>
      ) : (
        <p role="alert" className="font-semibold text-danger empty:hidden">
          {generation.error}
        </p>
      )}
      {estimate ? (
        <Dialog title="Generate diagnoses" onClose={() => setEstimate(undefined)}>
          <p className="mt-2">
            {estimate.label}. {describeCost(estimate)}
          </p>
          <DialogButtons
            label="Generate"
            onCancel={() => setEstimate(undefined)}
            onConfirm={() => {
              setEstimate(undefined);
              void generation.generateDiagnoses();
            }}
          />
        </Dialog>
      ) : null}
      {editor.affectedConfirmation ? (
        <AffectedDialog
          affected={editor.affectedConfirmation.affected}
          onAgree={editor.affectedConfirmation.agree}
          onCancel={editor.affectedConfirmation.cancel}
        />
      ) : null}
      {editor.conflict ? (
        <ConflictDialog
          noun="quiz"
          fields={editor.conflict.fields}
          onResolve={editor.conflict.resolve}
          onCancel={editor.conflict.cancel}
        />
      ) : null}
    </div>
  );
}
