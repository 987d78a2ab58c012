import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import type { ModelFormResult } from "../../../outcomes/actions.server.ts";
import { type CheckedQuiz, explainCheck, type Finding } from "../../explain-check.ts";
import { ContradictingRows } from "./contradicting-rows.tsx";
import { CoverageChart, LayerBar, LayerLegend } from "./coverage-chart.tsx";

type CheckPanelProps = {
  /** Path of the quiz's outcomes page, whose action runs the check. */
  action: string;
  /** A new version starts the check automatically; null: none was saved on this page yet. */
  savedVersion: number | null;
  /** Unsaved changes are not checked. */
  isDirty?: boolean;
};

const CHECK_FAILED = "The quiz could not be checked. Try again.";
const FAILURES: Record<string, string> = {
  "reason-missing": "Write in a few words why the diagnosis is right. Then check the quiz again.",
  "not-found": "The diagnosis was changed meanwhile. Check the quiz again.",
};

/** Checks all combinations of answers of the saved quiz and shows the findings. */
export function CheckPanel({ action, savedVersion, isDirty = false }: CheckPanelProps) {
  const { Form, submit, state, data } = useFetcher<ModelFormResult>();
  const checkedVersion = useRef<number | null>(null);
  useEffect(() => {
    if (savedVersion === null || checkedVersion.current === savedVersion) return;
    checkedVersion.current = savedVersion;
    void submit({ intent: "check" }, { method: "post", action });
  }, [savedVersion, submit, action]);
  const isBusy = state !== "idle";
  const failure = data && !data.ok ? (FAILURES[data.reason] ?? CHECK_FAILED) : null;
  return (
    <section
      aria-labelledby="check-title"
      className="panel-card grid grid-cols-[minmax(0,1fr)] gap-4 p-4"
    >
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="check-title" className="h3">
            Check quiz
          </h2>
          <p className="text-[0.9375rem] text-muted">
            Goes through every combination of answers{isDirty ? ", as the quiz was saved last" : ""}
            .
          </p>
        </div>
        <Form method="post" action={action}>
          <Button type="submit" name="intent" value="check" disabled={isBusy} tone="primary">
            {isBusy ? "Checking" : "Check quiz"}
          </Button>
        </Form>
      </div>
      <div role="status">{isBusy && !data ? <p className="text-muted">Checking</p> : null}</div>
      {failure ? (
        <p role="alert" className="font-semibold text-danger">
          {failure}
        </p>
      ) : null}
      {data?.ok && data.intent === "check" ? (
        <CheckReportView checked={data.checked} action={action} Form={Form} isBusy={isBusy} />
      ) : null}
    </section>
  );
}

type CheckReportViewProps = Pick<
  React.ComponentProps<typeof ContradictingRows>,
  "action" | "Form" | "isBusy"
> & {
  checked: CheckedQuiz;
};

function CheckReportView({ checked, ...keep }: CheckReportViewProps) {
  const { report, publishBlocker, questions } = checked;
  const findings = explainCheck(checked);
  const numbers = {
    checked: report.checked.toLocaleString("en-US"),
    all: report.combinations.toLocaleString("en-US"),
  };
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4" aria-live="polite">
      <p className="flex items-start gap-2 font-semibold">
        {publishBlocker ? (
          <CircleAlert className="mt-0.5 size-5 shrink-0 text-danger" aria-hidden="true" />
        ) : (
          <CircleCheck className="mt-0.5 size-5 shrink-0 text-ok" aria-hidden="true" />
        )}
        {publishBlocker
          ? `This quiz cannot be made active. ${publishBlocker}`
          : "Nothing keeps this quiz from being active: safety violations 0."}
      </p>
      <div className="grid gap-2">
        <p className="text-[0.9375rem]">
          {report.checked < report.combinations
            ? `A sample: checked ${numbers.checked} of ${numbers.all} combinations.`
            : `Checked ${numbers.checked} of ${numbers.all} combinations.`}{" "}
          Who answers them:
        </p>
        <LayerBar layers={report.layers} />
        <LayerLegend layers={report.layers} />
      </div>
      <Findings findings={findings} />
      <ContradictingRows rows={report.contradictingRows} questions={questions} {...keep} />
      {report.checked > 0 ? (
        <CoverageChart coverage={report.coverage} questions={questions} />
      ) : null}
      <OutcomeShares checked={checked} />
    </div>
  );
}

const TONES = {
  bad: { Icon: CircleAlert, style: "border-danger text-danger", name: "Must be fixed" },
  warn: { Icon: TriangleAlert, style: "border-action text-action-deep", name: "Look at this" },
  note: { Icon: Info, style: "border-line text-muted", name: "Note" },
} as const;

function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return <p>Nothing to fix.</p>;
  return (
    <ul aria-label="Findings" className="grid gap-2">
      {findings.map(({ id, tone, title, examples, hint }) => {
        const { Icon, style, name } = TONES[tone];
        return (
          <li key={id} className={`border-l-4 pl-3 ${style}`}>
            <p className="flex items-start gap-2 font-semibold">
              <Icon className="mt-1 size-4 shrink-0" aria-hidden="true" />
              <span className="min-w-0 break-words">
                <span className="sr-only">{name}: </span>
                {title}
              </span>
            </p>
            {examples.length > 0 ? (
              <ul className="list-disc pl-6 text-[0.9375rem] break-words text-ink">
                {examples.map((example) => (
                  <li key={example}>{example}</li>
                ))}
              </ul>
            ) : null}
            <p className="text-[0.9375rem] text-muted">{hint}</p>
          </li>
        );
      })}
    </ul>
  );
}

function OutcomeShares({ checked: { report, outcomes } }: { checked: CheckedQuiz }) {
  const shares = Object.entries(report.outcomes).sort(([, a], [, b]) => b - a);
  if (shares.length === 0) return null;
  return (
    <details>
      <summary className="link inline-block py-1">How often the model names each outcome</summary>
      <table className="data-table mt-2">
        <caption className="sr-only">Share of the combinations by outcome</caption>
        <tbody>
          {shares.map(([id, share]) => (
            <tr key={id}>
              <th scope="row" className="whitespace-normal!">
                {outcomes[id] ?? id}
              </th>
              <td className="tabular-nums">
                {share === 0 ? "never" : `${Math.max(0.1, Math.round(share * 1_000) / 10)}%`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
