import { BarPanel } from "#app/features/content-editor/components/admin/metrics/bar-panel.tsx";
import { formatCount } from "#app/lib/format-values.ts";
import type { HitRate, HitRates } from "../../../learning/count-hits.ts";

const formatPercent = (share: number) => `${Math.round(share * 100)}%`;
const formatInterval = ({ low, high }: HitRate) =>
  `between ${formatPercent(low)} and ${formatPercent(high)}`;
const formatRate = (rate: HitRate) => `${formatCount(rate.right)} of ${formatCount(rate.cases)}`;

/** How often the quiz named the cause that the professional found. */
export function HitRatePanel({ hits }: { hits: HitRates }) {
  const { all, amongNamed, unnamed, byCause } = hits;
  return (
    <BarPanel
      id="hits"
      title="How often it was right"
      summary={all.cases === 0 ? describeNone(unnamed) : describeAll(hits)}
      bars={byCause.map(({ named, ...rate }) => ({
        name: named,
        value: rate.right / rate.cases,
        text: `${formatRate(rate)}, ${formatInterval(rate)}`,
      }))}
      columns={["The quiz named", "Cases", "Right", "Likely range"]}
      rows={[
        ...byCause.map(({ named, ...rate }) => [
          named,
          formatCount(rate.cases),
          formatCount(rate.right),
          formatInterval(rate),
        ]),
        ...(all.cases > 0
          ? [
              [
                "Any cause, first or next likely",
                formatCount(all.cases),
                formatCount(amongNamed),
                "",
              ],
            ]
          : []),
      ]}
    />
  );
}

const describeNone = (unnamed: number) =>
  unnamed > 0
    ? `Staff recorded the true cause of ${formatCount(unnamed)} ${unnamed === 1 ? "request" : "requests"}, but the quiz had named none.`
    : "Nobody has recorded a true cause yet. Open a closed request that came from this quiz, and choose what it was in the end.";

const describeAll = ({ all, unnamed }: HitRates) =>
  `Right in ${formatRate(all)} requests with a recorded cause: ${formatPercent(all.right / all.cases)}, probably ${formatInterval(all)}. It says nothing about visitors who sent no request.${
    unnamed > 0 ? ` In ${formatCount(unnamed)} more the quiz named no cause.` : ""
  }`;
