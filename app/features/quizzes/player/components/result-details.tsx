import { Check, TriangleAlert } from "lucide-react";
import { NumberedSteps } from "#app/components/ui/numbered-steps.tsx";
import { URGENCIES, type Urgency } from "../../constants.ts";
import type { Candidate, Confidence } from "../../engine/diagnose.ts";
import type { DiagnosisData } from "../../schema.ts";

/** From these posteriors on, a result is called very likely or likely; below, a best guess. */
const VERY_LIKELY = 0.85;
const LIKELY = 0.65;

/** How sure the result is, in words. */
export function ConfidenceLine({ posterior, fitting, answers }: Confidence) {
  const words =
    posterior >= VERY_LIKELY ? "Very likely" : posterior >= LIKELY ? "Likely" : "Our best guess";
  return (
    <p className="mt-2 font-semibold text-muted">
      {words}: it fits{" "}
      {fitting === answers
        ? `all ${answers} of your answers`
        : `${fitting} of your ${answers} answers`}
      .
    </p>
  );
}

const SCALE: Record<Urgency, { name: string; look: string }> = {
  low: { name: "Can wait", look: "border-ok bg-ok text-paper" },
  medium: { name: "Soon", look: "border-sun bg-sun text-ink" },
  high: { name: "Urgent", look: "border-danger bg-danger text-paper" },
};

/** The urgency as one of three steps, and what waiting risks. */
export function UrgencyScale({ urgency, waiting }: Pick<DiagnosisData, "urgency" | "waiting">) {
  const levels = URGENCIES.toReversed();
  return (
    <div className="mt-4">
      <p className="sr-only">
        Urgency: {SCALE[urgency].name.toLowerCase()}, step {levels.indexOf(urgency) + 1} of 3.
      </p>
      <ol aria-hidden="true" className="grid grid-cols-3 gap-1.5 text-center">
        {levels.map((level) => (
          <li
            key={level}
            className={`rounded-lg border-2 px-1 py-1 text-[0.9375rem] ${level === urgency ? `font-bold ${SCALE[level].look}` : "border-line text-muted"}`}
          >
            {SCALE[level].name}
          </li>
        ))}
      </ol>
      {waiting ? (
        <p className="mt-2">
          <strong>If you wait:</strong> {waiting}
        </p>
      ) : null}
    </div>
  );
}

/** What the visitor can do, what belongs to a professional, and what must never be done. */
export function NextSteps({
  nextSteps,
  proSteps,
  safetyLines,
}: Pick<DiagnosisData, "nextSteps" | "proSteps" | "safetyLines">) {
  if (nextSteps.length + proSteps.length + safetyLines.length === 0) return null;
  return (
    <>
      <h3 className="h3 mt-8">Next Steps</h3>
      {safetyLines.length > 0 ? (
        <ul className="mt-4 grid gap-2 rounded-xl border-2 border-danger px-4 py-3">
          {safetyLines.map((line) => (
            <li key={line} className="flex gap-2 font-semibold">
              <TriangleAlert className="mt-1 size-5 shrink-0 text-danger" aria-hidden="true" />
              <span>{line}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {nextSteps.length > 0 ? (
        <>
          {proSteps.length > 0 ? (
            <h4 className="mt-5 font-display font-bold">Safe for you to check</h4>
          ) : null}
          <NumberedSteps steps={nextSteps} className="mt-4" />
        </>
      ) : null}
      {proSteps.length > 0 ? (
        <>
          <h4 className="mt-6 font-display font-bold">Leave to a pro</h4>
          <ul className="mt-3 grid gap-2">
            {proSteps.map((step) => (
              <li key={step} className="flex gap-2">
                <Check className="mt-1 size-5 shrink-0 text-petrol" aria-hidden="true" />
                <span>{step}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

/** The next likely causes; for a result without a cause, those that fit best. */
export function OtherCandidates({
  candidates,
  isGeneral,
}: {
  candidates: readonly Candidate[];
  isGeneral: boolean;
}) {
  if (candidates.length === 0) return null;
  return (
    <>
      <h3 className="h3 mt-8">{isGeneral ? "These fit your answers best" : "It could also be"}</h3>
      <ul className="mt-3 grid gap-2">
        {candidates.map(({ diagnosis, urgency }) => (
          <li
            key={diagnosis}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-xl border border-line px-4 py-2.5"
          >
            <span className="font-semibold">{diagnosis}</span>
            <span className="text-[0.9375rem] text-muted">{SCALE[urgency].name}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
