import { CHOICE_CARD, FieldError, TextField } from "#app/components/form/field.tsx";
import { PageSection } from "#app/components/layouts/page-section.tsx";
import { JOB_STAGE_LABELS, JOB_STAGES, NOT_HIRED_REASONS } from "../job-stages.ts";
import type { JobStageView } from "../load-job.server.ts";
import type { RefusedStage } from "../set-job-stage.server.ts";

type StageSectionProps = {
  view: JobStageView;
  refused: RefusedStage | null;
  brand: string;
  children?: React.ReactNode;
};

const HINTS = {
  started: "You agreed on the work, or began it",
  done: "The work is finished",
  "not-hired": "The customer did not hire you",
} as const;

/** Where a job stands, as the provider says. */
export function StageSection({ view, refused, brand, children }: StageSectionProps) {
  const chosen = refused?.values.stage ?? view.stage ?? undefined;
  const errors = refused?.errors ?? {};
  return (
    <PageSection id="stage" title="Job status">
      {view.said ? <p className="mt-2 font-semibold">{view.said}</p> : null}
      <p className="mt-1 text-muted">
        The customer does not see this; our team at {brand} does. Jobs that you mark as done count
        when ratings are equal.
      </p>
      <details className="mt-2" open={view.stage === null || refused !== null}>
        <summary className="py-1 font-semibold">Update</summary>
        <form method="post" action="#stage" noValidate className="mt-2 grid gap-4">
          <input type="hidden" name="intent" value="job-stage" />
          <fieldset aria-describedby={errors.stage ? "stage-error" : undefined}>
            <legend className="sr-only">Where does this job stand?</legend>
            <div className="grid gap-2">
              {JOB_STAGES.map((stage) => (
                <label key={stage} className={CHOICE_CARD}>
                  <input
                    type="radio"
                    name="stage"
                    value={stage}
                    defaultChecked={chosen === stage}
                    aria-invalid={errors.stage ? true : undefined}
                    className="size-5 shrink-0 accent-action outline-none"
                  />
                  <span className="min-w-0">
                    <span className="font-semibold">{JOB_STAGE_LABELS[stage]}</span>
                    <span className="block text-[0.9375rem] text-muted">{HINTS[stage]}</span>
                  </span>
                </label>
              ))}
            </div>
            {errors.stage ? <FieldError id="stage-error" message={errors.stage} /> : null}
          </fieldset>
          <div>
            <label htmlFor="reason" className="font-semibold">
              If you were not hired: why?
            </label>
            <select
              id="reason"
              name="reason"
              defaultValue={refused?.values.reason ?? view.reason ?? ""}
              aria-invalid={errors.reason ? true : undefined}
              aria-describedby={errors.reason ? "reason-error" : undefined}
              className="input mt-1"
            >
              <option value="">Choose</option>
              {Object.entries(NOT_HIRED_REASONS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            {errors.reason ? <FieldError id="reason-error" message={errors.reason} /> : null}
          </div>
          <TextField
            name="paid"
            label="If it is done: what did the customer pay, in dollars?"
            hint="For your figures. Our team can see it."
            optional
            inputMode="decimal"
            maxLength={20}
            defaultValue={refused?.values.paid ?? view.paid ?? ""}
            error={errors.paid}
          />
          <button type="submit" className="btn btn-action justify-self-start">
            Save
          </button>
        </form>
      </details>
      {children}
    </PageSection>
  );
}
