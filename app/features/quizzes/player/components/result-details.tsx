import { TriangleAlert } from "lucide-react";
import { NumberedSteps } from "#app/components/ui/numbered-steps.tsx";
import { endSentence } from "#app/lib/text.ts";
import { URGENCIES } from "../../constants.ts";
import type { Candidate, Confidence } from "../../engine/diagnose.ts";
import type { DiagnosisData } from "../../schema.ts";
import { describeConfidence } from "../describe-confidence.ts";
import { describeTimeline, URGENCY_LOOKS } from "./result-parts.tsx";

/** How sure the result is, in words; below a heading that begins with "Most likely". */
export const ConfidenceLine = (confidence: Confidence) => (
  <p className="mt-1 text-lg leading-7 font-bold">{describeConfidence(confidence)}</p>
);

type UrgencyProps = Pick<DiagnosisData, "urgency" | "timeframe" | "waiting" | "serviceType">;

/** When to act, as a place on a scale of three steps, with what waiting risks, and who does it. */
export function UrgencyPanel({ urgency, timeframe, waiting, serviceType }: UrgencyProps) {
  const levels = URGENCIES.toReversed();
  return (
    <div className="mt-4 overflow-hidden rounded-xl border border-line bg-paper">
      <p className="sr-only">
        Urgency: {URGENCY_LOOKS[urgency].name.toLowerCase()}, step {levels.indexOf(urgency) + 1} of
        3.
      </p>
      <dl>
        <div className={`px-4 py-3 ${URGENCY_LOOKS[urgency].look}`} data-urgency={urgency}>
          <dt className="text-[0.9375rem] leading-5">Timeline</dt>
          <dd className="font-display text-xl leading-7 font-bold">
            {describeTimeline(timeframe, urgency)}
          </dd>
        </div>
        <div className="flex flex-wrap justify-between gap-x-4 border-b border-line px-4 py-2">
          <dt className="text-muted">Service type</dt>
          <dd className="font-semibold">{serviceType}</dd>
        </div>
      </dl>
      <div className="px-4 py-3">
        <ol aria-hidden="true" className="flex flex-wrap gap-1.5 text-[0.9375rem] leading-5">
          {levels.map((level) => (
            <li
              key={level}
              className={`grow basis-16 wrap-normal ${level === urgency ? "font-bold" : "text-muted"}`}
            >
              <span
                className={`mb-1 block h-2 rounded-full ${level === urgency ? URGENCY_LOOKS[level].bar : "bg-sand"}`}
              />
              {URGENCY_LOOKS[level].name}
            </li>
          ))}
        </ol>
        {waiting ? (
          <p className="mt-2 leading-6">
            <strong>If you wait:</strong> {waiting}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** What must never be done, before anything else is offered. */
export const SafetyLines = ({ lines }: { lines: readonly string[] }) =>
  lines.length > 0 ? (
    <ul className="mt-3 grid gap-2 rounded-xl border-2 border-danger bg-paper px-4 py-3">
      {lines.map((line) => (
        <li key={line} className="flex gap-2 font-semibold">
          <TriangleAlert className="mt-1 size-5 shrink-0 text-danger" aria-hidden="true" />
          <span>{endSentence(line)}</span>
        </li>
      ))}
    </ul>
  ) : null;

type NextStepsProps = Pick<DiagnosisData, "nextSteps" | "proSteps"> & {
  /** What else it could be. */
  children: React.ReactNode;
};

/** What the visitor can do, and beside it what belongs to a professional. */
export function NextSteps({ nextSteps, proSteps, children }: NextStepsProps) {
  if (nextSteps.length + proSteps.length === 0) return children;
  const steps = nextSteps.map(endSentence);
  return (
    <>
      <h3 className="h3 mt-6">Next Steps</h3>
      {proSteps.length === 0 ? (
        <>
          {steps.length > 0 ? <NumberedSteps steps={steps} className="mt-3" /> : null}
          {children}
        </>
      ) : (
        <div className="mt-3 grid items-start gap-x-10 gap-y-5 md:grid-cols-2">
          {steps.length > 0 ? (
            <div>
              <h4 className="mb-2 font-display font-bold">Safe for you to check</h4>
              <NumberedSteps steps={steps} />
            </div>
          ) : null}
          <div>
            <ProSteps steps={proSteps} />
            {children}
          </div>
        </div>
      )}
    </>
  );
}

const ProSteps = ({ steps }: { steps: readonly string[] }) => (
  <div className="rounded-xl bg-sand px-4 py-3">
    <h4 className="font-display font-bold">Leave to a pro</h4>
    <ul className="mt-1 grid list-disc gap-1 pl-5 leading-6 marker:text-action">
      {steps.map((step) => (
        <li key={step}>{endSentence(step)}</li>
      ))}
    </ul>
  </div>
);

/** The next likely causes; for a result without a cause, those that fit best. */
export function OtherCandidates({
  candidates,
  isGeneral = false,
}: {
  candidates: readonly Candidate[];
  isGeneral?: boolean;
}) {
  if (candidates.length === 0) return null;
  return (
    <>
      <h3 className="h3 mt-6">{isGeneral ? "These fit your answers best" : "It could also be"}</h3>
      <ul className="mt-2 border-t border-line">
        {candidates.map(({ diagnosis, urgency }) => (
          <li
            key={diagnosis}
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2"
          >
            <span className="font-semibold">{diagnosis}</span>
            <span className="text-[0.9375rem] text-muted">{URGENCY_LOOKS[urgency].name}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
