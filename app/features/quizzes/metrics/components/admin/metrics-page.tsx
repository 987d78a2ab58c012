import { BarPanel } from "#app/features/content-editor/components/admin/metrics/bar-panel.tsx";
import {
  NoMetrics,
  PeriodLinks,
  Stat,
} from "#app/features/content-editor/components/admin/metrics/metric-cards.tsx";
import { formatCount } from "#app/lib/format-values.ts";
import { QuizLinks } from "../../../editor/components/admin/quiz-links.tsx";
import { formatShare, LAYER_NAMES, LAYERS } from "../../../validation/explain-check.ts";
import type { QuizMetrics } from "../../queries.server.ts";
import { HitRatePanel } from "./hit-rate-panel.tsx";

const STATUS_NAMES = { new: "New", contacted: "Contacted", closed: "Closed" } as const;
const dollars = (amount: number) => `$${formatCount(Math.round(amount))}`;

/** Metrics of a quiz: visits, results and service requests. */
export function MetricsPage({ metrics }: { metrics: QuizMetrics }) {
  const { slug, title, days, views, starts, finishes, requests } = metrics;
  const requestCount = requests.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <QuizLinks slug={slug} title={title} />
      <PeriodLinks days={days} />
      <dl className="grid grid-cols-2 gap-3 room-max-xs:grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] room-lg:grid-cols-4">
        <Stat name="Views" value={formatCount(views)} />
        <Stat
          name="Starts"
          value={formatCount(starts)}
          note={
            views > 0 ? `${formatShare(Math.min(starts, views), views)} of the views` : undefined
          }
        />
        <Stat
          name="Finishes"
          value={formatCount(finishes)}
          note={
            starts > 0
              ? `${formatShare(Math.min(finishes, starts), starts)} of the starts`
              : undefined
          }
        />
        <Stat
          name="Service requests"
          value={formatCount(requestCount)}
          note={
            finishes > 0
              ? `${formatShare(Math.min(requestCount, finishes), finishes)} of the finishes`
              : undefined
          }
        />
      </dl>
      {views + starts + finishes === 0 ? (
        <NoVisits metrics={metrics} />
      ) : (
        <Visits metrics={metrics} />
      )}
      <Requests metrics={metrics} count={requestCount} />
      <HitRatePanel hits={metrics.hits} />
    </div>
  );
}

function NoVisits({ metrics: { days, isActive } }: { metrics: QuizMetrics }) {
  return (
    <NoMetrics>
      {isActive
        ? `Nobody has opened this quiz in the last ${days} days. Link to it from an article or a service page, and its metrics will show here.`
        : "This quiz is not active: visitors cannot open it. Make it active in the list of quizzes, and its metrics will show here."}
    </NoMetrics>
  );
}

function Visits({ metrics: { steps, layers } }: { metrics: QuizMetrics }) {
  const answered = LAYERS.reduce((sum, layer) => sum + layers[layer], 0);
  const worst = steps
    .filter(({ dropOff }) => dropOff)
    .toSorted((a, b) => (b.dropOff ?? 0) - (a.dropOff ?? 0))[0];
  const share = (part: number, whole: number | null) =>
    whole ? formatShare(part, whole) : "No views";
  return (
    <div className="grid gap-4 room-lg:grid-cols-2">
      <BarPanel
        id="drop-off"
        title="Where visitors leave"
        summary={
          worst
            ? `Most leave at “${worst.question}”: ${formatShare(worst.leftCount, worst.views)} of those who saw it.`
            : "Of those who saw a question, who did not go on."
        }
        bars={steps.map(({ question, leftCount, views, dropOff }) => ({
          name: question,
          value: dropOff ?? 0,
          text: share(leftCount, views),
        }))}
        columns={["Question", "Views", "Left", "Drop-off"]}
        rows={steps.map(({ question, views, leftCount }) => [
          question,
          formatCount(views),
          formatCount(leftCount),
          share(leftCount, views),
        ])}
      />
      <BarPanel
        id="layers"
        title="What answered"
        summary={
          answered === 0
            ? "No result has been shown yet."
            : `${formatShare(answered - layers.generic, answered)} of ${formatCount(answered)} results came from a diagnosis or the model.`
        }
        bars={LAYERS.map((layer) => ({
          name: LAYER_NAMES[layer],
          value: layers[layer],
          text: `${formatCount(layers[layer])} (${formatShare(layers[layer], answered)})`,
        }))}
        columns={["Answered by", "Results", "Share"]}
        rows={LAYERS.map((layer) => [
          LAYER_NAMES[layer],
          formatCount(layers[layer]),
          formatShare(layers[layer], answered),
        ])}
      />
    </div>
  );
}

function Requests({
  metrics: { requests, estimate },
  count,
}: {
  metrics: QuizMetrics;
  count: number;
}) {
  return (
    <div className="grid gap-4 room-lg:grid-cols-2">
      <BarPanel
        id="requests"
        title="Service requests"
        summary={
          count === 0
            ? "No service request has come from this quiz in this time."
            : `${formatCount(count)} came from this quiz, by any address it has had.`
        }
        bars={requests.map(({ status, count }) => ({
          name: STATUS_NAMES[status],
          value: count,
          text: formatCount(count),
        }))}
        columns={["Status", "Requests"]}
        rows={requests.map(({ status, count }) => [STATUS_NAMES[status], formatCount(count)])}
      />
      <section aria-labelledby="value-title" className="panel-card p-4">
        <h3 id="value-title" className="h3">
          Estimated value of the work
        </h3>
        {estimate ? (
          <>
            <p className="mt-2 font-display text-2xl font-extrabold tabular-nums">
              {dollars(count * estimate.perRequest)}
            </p>
            <p className="mt-1 text-[0.9375rem] text-muted">
              An estimate, not income: {formatCount(count)} {count === 1 ? "request" : "requests"} ×{" "}
              {dollars(estimate.perRequest)}, the middle of the cost estimator's range for “
              {estimate.project}
              ”. What providers paid for these requests is not known yet.
            </p>
          </>
        ) : (
          <p className="mt-2 text-[0.9375rem] text-muted">
            The cost estimator has no range for this service type, so there is no estimate. What
            providers paid for these requests is not known yet.
          </p>
        )}
      </section>
    </div>
  );
}
