import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { formatCount } from "#app/lib/format-values.ts";
import type { Funnel, FunnelStage } from "../../build-funnel.ts";
import { WINDOW_DAYS } from "../../constants.ts";

/** Whole percents, or with one decimal below ten; never "0%" of something. */
function formatShare(share: number | null): string {
  if (share === null) return "";
  // A visitor who comes back to a draft goes on without the steps that were done before.
  if (share > 1) return "over 100%";
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return "under 0.1%";
  return `${percent < 10 ? Number(percent.toFixed(1)) : Math.round(percent)}%`;
}

/** From an opened form to a provider who was hired: each stage with its shares, and the worst drop. */
export function FunnelPanel({ funnel }: { funnel: Funnel }) {
  const { pageViews, opened, worstDrop, form, requests, states } = funnel;
  return (
    <section aria-labelledby="funnel-title" className="panel-card p-4">
      <h2 id="funnel-title" className="h3">
        From opened form to hired
      </h2>
      <p className="mt-1 text-[0.9375rem] text-muted">
        Last {WINDOW_DAYS} days. {formatCount(pageViews)} page views
        {opened === null ? "" : `; the form was opened in ${formatShare(opened)} of them`}.
      </p>
      {worstDrop ? (
        <p className="mt-2 font-semibold">
          The worst drop is at {worstDrop.step}: {Math.round(worstDrop.goOn * 100)} of 100 people go
          on.
        </p>
      ) : null}
      <div className="mt-3 grid gap-x-8 gap-y-5 room-lg:grid-cols-2">
        <div>
          <StageTable caption="The form" stages={form} startLabel="Of opened" />
          <p className="mt-2 text-sm text-muted">
            Anonymous counts of what visitors did. Who comes back to a draft skips the steps done
            before.
          </p>
        </div>
        <div>
          <StageTable caption="The requests" stages={requests} startLabel="Of received" />
          <StateList states={states} />
          <p className="mt-2 text-sm text-muted">
            Stored requests, however they arrived, so their number differs from Submitted. Reached,
            Connected and Hired count what staff recorded and whom the customer approved; of other
            requests nobody knows. Contacted includes closed ones.
          </p>
        </div>
      </div>
    </section>
  );
}

type StageTableProps = { caption: string; stages: FunnelStage[]; startLabel: string };

function StageTable({ caption, stages, startLabel }: StageTableProps) {
  const columns: [Column<FunnelStage>, ...Column<FunnelStage>[]] = [
    {
      header: "Stage",
      className: "w-1/2",
      cell: ({ label, ofStart }) => (
        <>
          <span className="whitespace-nowrap">{label}</span>
          <Bar share={ofStart} />
        </>
      ),
    },
    {
      header: "Count",
      align: "end",
      cell: ({ count }) => (count === null ? "Counting" : formatCount(count)),
    },
    {
      header: "Of previous",
      wrapHeader: true,
      title: "The share of the stage before",
      align: "end",
      cell: ({ ofPrevious }) => formatShare(ofPrevious),
    },
    {
      header: startLabel,
      wrapHeader: true,
      align: "end",
      cell: ({ ofStart }) => formatShare(ofStart),
    },
  ];
  return (
    <DataTable
      caption={caption}
      isCaptionShown
      hasRowHeaders
      className="dense-table"
      columns={columns}
      rows={stages}
      rowKey={({ label }) => label}
    />
  );
}

/** The share as a bar; the column beside it has the number. */
const Bar = ({ share }: { share: number | null }) => (
  <span aria-hidden="true" className="mt-0.5 block h-2 rounded-sm bg-sand">
    <span
      className="block h-full rounded-sm bg-petrol"
      style={{ width: `${Math.min(share ?? 0, 1) * 100}%` }}
    />
  </span>
);

/** States of the requests: one may be synced, contacted and closed, or none of them. */
const StateList = ({ states }: { states: FunnelStage[] }) => (
  <dl className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
    {states.map(({ label, count, ofStart }) => (
      <div key={label} className="flex items-baseline gap-1.5">
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="font-bold tabular-nums">
          {count === null ? "Counting" : formatCount(count)}
          {ofStart === null ? null : (
            <span className="ml-1 text-sm font-normal text-muted">{formatShare(ofStart)}</span>
          )}
        </dd>
      </div>
    ))}
  </dl>
);
