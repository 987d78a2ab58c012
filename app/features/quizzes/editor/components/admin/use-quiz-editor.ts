import { useState } from "react";
import { useContentEditor } from "#app/features/content-editor/components/admin/use-content-editor.ts";
import type { Sent } from "#app/features/content-editor/components/admin/use-save.ts";
import { quizKind } from "../../edit-quiz.ts";
import { emptyQuiz, type QuizValues } from "../../editor-schema.ts";
import type { EditorData } from "../../loaders.server.ts";
import type { AffectedReply } from "../../schema.ts";

export type Question = QuizValues["questions"][number];

/** The state of the editor; saving may move or remove diagnoses, and asks before it does. */
export function useQuizEditor({ quiz, drafts }: EditorData, made?: QuizValues | null) {
  const [asked, setAsked] = useState<{
    touched: AffectedReply["touched"];
    sent: Sent<QuizValues>;
  }>();
  const editor = useContentEditor<QuizValues, AffectedReply>({
    kind: quizKind,
    content: quiz,
    empty: emptyQuiz,
    begin: made,
    drafts,
    onOther: ({ touched }, sent) => setAsked({ touched, sent }),
  });
  return {
    ...editor,
    touches: asked && {
      touched: asked.touched,
      agree: () => {
        editor.save(asked.sent, { agreed: true });
        setAsked(undefined);
      },
      cancel: () => setAsked(undefined),
    },
  };
}
