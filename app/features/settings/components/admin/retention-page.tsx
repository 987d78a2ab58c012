import { type NumberField, NumbersForm } from "#app/components/admin/numbers-form.tsx";
import { type Clock, When } from "#app/components/admin/when.tsx";
import type { RetentionRun } from "../../retention.server.ts";
import {
  API_CALL_DAYS,
  CONSENT_MONTHS,
  DECIDED_CHANGE_DAYS,
  DRAFT_DAYS,
  ENDED_PAPER_DAYS,
  EXPIRED_SESSION_DAYS,
  JOB_DAYS,
  OLD_LINK_DAYS,
  REFUSED_PAPER_DAYS,
  RESTORE_DAYS,
  type RetentionField,
  type RetentionSettings,
  USED_CODE_DAYS,
} from "../../retention.ts";

const FIELDS: NumberField<RetentionField>[] = [
  {
    name: "retainClosedMonths",
    label: "Closed requests, months",
    hint: "Counted from the last activity on the request.",
  },
  {
    name: "retainOpenMonths",
    label: "Open requests, months",
    hint: "New and contacted ones.",
  },
  {
    name: "retainDeviceDays",
    label: "Known browsers of staff, days",
    hint: "Counted from the last sign-in with that browser.",
  },
];
const COUNTS: [key: string, label: string][] = [
  ["requests", "requests erased"],
  ["callers", "calls made anonymous"],
  ["devices", "browsers"],
  ["sessions", "sessions"],
  ["codes", "codes"],
  ["tries", "password counts"],
  ["links", "links"],
  ["deletedContent", "deleted quizzes and articles"],
  ["drafts", "drafts"],
  ["jobs", "generation jobs"],
  ["papers", "papers of providers"],
  ["changes", "decided changes of providers"],
  ["apiCalls", "API calls"],
];

export function RetentionPage({
  values,
  runs,
  clock,
}: {
  values: RetentionSettings;
  runs: RetentionRun[];
  clock: Clock;
}) {
  return (
    <div className="grid max-w-3xl gap-6">
      <NumbersForm
        fields={FIELDS}
        values={values}
        submit="Save retention"
        className="panel-card p-5"
      />
      <section aria-labelledby="fixed-times" className="panel-card p-5">
        <h3 id="fixed-times" className="font-display text-lg font-extrabold">
          Fixed times
        </h3>
        <ul className="mt-2 grid list-disc gap-1 pl-5">
          <li>
            Erasing a request removes name, contact details, street, ZIP code, messages and notes.
            Service, city, state, status and times stay, so that counts remain correct.
          </li>
          <li>
            Calls keep a scrambled number of the caller as long as an open request keeps its data.
            Then they are anonymous, and still count.
          </li>
          <li>
            Consent records are proof. They are kept for at least {CONSENT_MONTHS} months, and
            nothing here deletes them.
          </li>
          <li>
            Rate limits by address are deleted after an hour, used codes and password counts after{" "}
            {USED_CODE_DAYS} day, sessions {EXPIRED_SESSION_DAYS} days after their end, one-time
            links {OLD_LINK_DAYS} days after theirs.
          </li>
          <li>
            Deleted quizzes and articles can be restored for {RESTORE_DAYS} days. Unsaved drafts are
            deleted after {DRAFT_DAYS} days, finished generation jobs after {JOB_DAYS}.
          </li>
          <li>
            Papers of providers are deleted {REFUSED_PAPER_DAYS} days after they were refused,
            others {ENDED_PAPER_DAYS} days after their last valid day; the evidence from them stays.
            Decided changes of a profile are deleted after {DECIDED_CHANGE_DAYS} days.
          </li>
          <li>
            The list of API calls, which contains no personal data, is deleted after {API_CALL_DAYS}{" "}
            days.
          </li>
        </ul>
      </section>
      <section aria-labelledby="runs" className="panel-card p-5">
        <h3 id="runs" className="font-display text-lg font-extrabold">
          Nightly runs
        </h3>
        {runs.length === 0 ? (
          <p className="mt-2 text-muted">
            It has not run yet. It runs between 2 and 5 AM, or when the server is next up after a
            missed night.
          </p>
        ) : (
          <ul className="mt-2 divide-y divide-line">
            {runs.map((run) => (
              <li
                key={run.at.toISOString()}
                className="flex flex-wrap justify-between gap-x-4 py-2"
              >
                <When at={run.at} clock={clock} />
                <span className="text-muted">{describeRun(run)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function describeRun({ changes }: RetentionRun): string {
  const done = COUNTS.filter(([key]) => (changes[key] ?? 0) > 0).map(
    ([key, label]) => `${changes[key]} ${label}`,
  );
  return done.length > 0 ? done.join(", ") : "Nothing was old enough";
}
