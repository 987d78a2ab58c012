import type { FunnelEvent } from "#app/features/analytics/constants.ts";

/** Shares are fractions: 0.4 for 40 of 100. Null where there is nothing to compare with. */
export type FunnelStage = {
  label: string;
  /** Null while it is being counted. */
  count: number | null;
  /** Of the stage before. */
  ofPrevious: number | null;
  /** Of the first stage. */
  ofStart: number | null;
};

export type Funnel = {
  pageViews: number;
  /** How often the form was opened per page view. */
  opened: number | null;
  /** What visitors did with the form: anonymous counts. */
  form: FunnelStage[];
  /** Where the smallest share of visitors goes on; null while there are too few to tell. */
  worstDrop: { step: string; goOn: number } | null;
  /** The service requests of the window, however they arrived. */
  requests: FunnelStage[];
  /** Their states, which are not stages: of each, the share of all requests. */
  states: FunnelStage[];
};

/** The stages of the form; `step` is where those leave who do not get there. */
const FORM_STAGES: { event: FunnelEvent; label: string; step: string }[] = [
  { event: "wizard-opened", label: "Form opened", step: "" },
  { event: "wizard-step-1", label: "Step 1 done", step: "step 1" },
  { event: "wizard-step-2", label: "Step 2 done", step: "step 2" },
  { event: "wizard-step-3", label: "Step 3 done", step: "step 3" },
  { event: "wizard-step-4", label: "Step 4 done", step: "step 4" },
  { event: "wizard-submitted", label: "Submitted", step: "sending the form" },
];

/** Shares from here on are shown as 100 of 100. */
const NOBODY_LEAVES = 0.995;
/** A share of fewer visitors says little. */
const MIN_VISITORS = 30;

export type RequestStages = {
  received: number;
  reached: number;
  connected: number;
  hired: number;
  synced: number;
  contacted: number;
  closed: number;
};

/** The stages from an opened form to a provider who was hired. */
export function buildFunnel(
  events: Record<FunnelEvent, number>,
  requests: RequestStages | null,
): Funnel {
  const form = buildStages(FORM_STAGES.map(({ event, label }) => [label, events[event]]));
  const received = requests?.received ?? null;
  return {
    pageViews: events["page-view"],
    opened: getShare(events["wizard-opened"], events["page-view"]),
    form,
    worstDrop: findWorstDrop(form),
    requests: buildStages([
      ["Received", received],
      ["Reached", requests?.reached ?? null],
      ["Connected", requests?.connected ?? null],
      ["Hired", requests?.hired ?? null],
    ]),
    states: (
      [
        ["Synced to CRM", requests?.synced ?? null],
        ["Contacted", requests?.contacted ?? null],
        ["Closed", requests?.closed ?? null],
      ] as const
    ).map(([label, count]) => ({
      label,
      count,
      ofPrevious: null,
      ofStart: getShare(count, received),
    })),
  };
}

const getShare = (count: number | null, of: number | null | undefined): number | null =>
  of && count !== null ? count / of : null;

function buildStages(counts: [label: string, count: number | null][]): FunnelStage[] {
  const start = counts[0]?.[1];
  return counts.map(([label, count], index) => ({
    label,
    count,
    ofPrevious: getShare(count, counts[index - 1]?.[1]),
    ofStart: getShare(count, start),
  }));
}

function findWorstDrop(form: FunnelStage[]): Funnel["worstDrop"] {
  const drops = form.flatMap(({ ofPrevious }, index) => {
    const before = form[index - 1]?.count ?? 0;
    const step = FORM_STAGES[index]?.step;
    return step && before >= MIN_VISITORS && ofPrevious !== null && ofPrevious < NOBODY_LEAVES
      ? { step, goOn: ofPrevious }
      : [];
  });
  return drops.reduce<Funnel["worstDrop"]>(
    (worst, drop) => (worst && worst.goOn <= drop.goOn ? worst : drop),
    null,
  );
}
