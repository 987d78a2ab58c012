import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import {
  type Emergency,
  getSafetyPath,
} from "#app/features/quizzes/generation/emergency-topics.ts";
import { DangerSteps } from "#app/features/quizzes/player/components/danger-steps.tsx";

type EmergencyAnswerProps = {
  emergency: Pick<Emergency, "headline" | "call911" | "alsoCall" | "steps" | "guide">;
  /** The search with its results. */
  children: ReactNode;
};

/** The answer to a search that describes an emergency: what to do now. The results are folded. */
export function EmergencyAnswer({ emergency, children }: EmergencyAnswerProps) {
  const { guide, ...danger } = emergency;
  return (
    <>
      <DangerSteps kicker="This can be dangerous" {...danger}>
        <p className="mt-6">
          <a
            href={getSafetyPath({ guide })}
            className="inline-block py-2 underline underline-offset-4"
          >
            More in our emergency guide
          </a>
        </p>
      </DangerSteps>
      <details className="group mt-6 rounded-2xl border border-line bg-paper p-5 sm:p-8">
        <summary className="-m-5 flex list-none items-center justify-between gap-3 p-5 font-display text-lg font-bold hover:text-action sm:-m-8 sm:p-8">
          {danger.call911 ? "Not this? See the search results" : "Services and search results"}
          <ChevronDown className="size-5 shrink-0 group-open:rotate-180" aria-hidden="true" />
        </summary>
        {children}
      </details>
    </>
  );
}
