import { PageSection } from "#app/components/layouts/page-section.tsx";
import type { SlotOptions } from "../loaders.server.ts";
import type { WindowErrors } from "../save-windows.server.ts";
import type { SlotChoice } from "../slots.ts";
import { SlotFields } from "./slot-fields.tsx";

export type WindowsView = SlotOptions & { choices: SlotChoice[]; times: string[] };
export type RefusedWindows = { choices: SlotChoice[]; errors: WindowErrors };

const LEGENDS = ["First time", "Second time (optional)", "Third time (optional)"] as const;

type WindowsSectionProps = {
  view: WindowsView;
  /** Who has the customer's yes, or null. */
  connected: string | null;
  refused: RefusedWindows | null;
};

/** Up to three times that suit the customer. */
export function WindowsSection({ view, connected, refused }: WindowsSectionProps) {
  const { days, zone, times } = view;
  const choices = refused?.choices ?? view.choices;
  return (
    <PageSection id="times" title="Times that work for you">
      {times.length > 0 ? (
        <ul className="mt-2 list-disc pl-5">
          {times.map((time) => (
            <li key={time}>{time}</li>
          ))}
        </ul>
      ) : null}
      <p className="mt-2">
        Choose up to three two-hour windows.{" "}
        {connected
          ? `${connected} can pick one of these times. That books the visit.`
          : "A professional who takes your job can pick one. Nothing is booked before you say yes to that professional."}
      </p>
      <details className="mt-2" open={refused !== null}>
        <summary className="py-1 font-semibold">
          {times.length > 0 ? "Change the times" : "Choose times"}
        </summary>
        <form method="post" className="mt-2 grid gap-4">
          <input type="hidden" name="intent" value="save-windows" />
          <p>Times are in {zone}, where the job is.</p>
          {LEGENDS.map((legend, index) => (
            <SlotFields
              key={legend}
              legend={legend}
              days={days}
              suffix={String(index + 1)}
              value={choices[index] ?? { day: "", start: "" }}
              error={refused?.errors[index + 1]}
            />
          ))}
          <button type="submit" className="btn btn-action justify-self-start">
            Save these times
          </button>
        </form>
      </details>
    </PageSection>
  );
}
