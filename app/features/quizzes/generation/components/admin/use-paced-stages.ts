import { useEffect, useMemo, useRef, useState } from "react";
import { STAGES } from "#app/features/ai/constants.ts";
import { paceStages } from "#app/features/ai/pace-stages.ts";

/** Stages before the scenarios are generated; each is shown. */
const QUIZ_STAGES: readonly string[] = [
  STAGES.preparing,
  STAGES.researching,
  STAGES.processing,
  STAGES.formatting,
];
export const isQuizStage = (stage: string | undefined) =>
  stage !== undefined && QUIZ_STAGES.includes(stage);

/** The stage to show while a quiz is generated: one after another, however fast the job is. */
export function usePacedStages() {
  const pace = useRef<ReturnType<typeof paceStages>>(undefined);
  const [stage, setStage] = useState<string | null>(null);
  useEffect(() => () => pace.current?.stop(), []);
  const controls = useMemo(
    () => ({
      begin: () => {
        pace.current = paceStages(QUIZ_STAGES, setStage);
      },
      /** The job is at this stage. */
      reach: (reached: string) => pace.current?.reach(reached),
      /** The quiz exists: resolves when the remaining stages have been shown. */
      finish: async () => {
        await pace.current?.finish();
        pace.current = undefined;
      },
      stop: () => {
        pace.current?.stop();
        setStage(null);
      },
    }),
    [],
  );
  return { ...controls, stage };
}
