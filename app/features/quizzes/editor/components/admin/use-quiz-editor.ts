import { useState } from "react";
import { useContentEditor } from "#app/features/content-editor/components/admin/use-content-editor.ts";
import type { SaveRequest } from "#app/features/content-editor/components/admin/use-save-request.ts";
import { quizKind } from "../../edit-quiz.ts";
import { createEmptyQuiz, type QuizValues } from "../../editor-schema.ts";
import type { EditorData } from "../../loaders.server.ts";
import type { AffectedReply } from "../../schema.ts";

export type Question = QuizValues["questions"][number];

/**
 * State of the quiz editor. A save that would move or remove diagnoses asks for confirmation first.
 */
export function useQuizEditor({ quiz, drafts }: EditorData, generated?: QuizValues | null) {
  const [confirmation, setConfirmation] = useState<{
    affected: AffectedReply["affected"];
    sent: SaveRequest<QuizValues>;
  }>();
  const editor = useContentEditor<QuizValues, AffectedReply>({
    kind: quizKind,
    content: quiz,
    createEmpty: createEmptyQuiz,
    initialValues: generated,
    drafts,
    onConfirmationNeeded: ({ affected }, sent) => setConfirmation({ affected, sent }),
  });
  return {
    ...editor,
    affectedConfirmation: confirmation && {
      affected: confirmation.affected,
      agree: () => {
        editor.save(confirmation.sent, { isConfirmed: true });
        setConfirmation(undefined);
      },
      cancel: () => setConfirmation(undefined),
    },
  };
}
