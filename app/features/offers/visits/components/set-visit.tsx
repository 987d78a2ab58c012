import type { RefusedVisit } from "../handle-visit-form.server.ts";
import type { OfferedWindow, VisitView } from "../loaders.server.ts";
import { SlotFields } from "./slot-fields.tsx";
import { WindowChoice } from "./window-choice.tsx";

type SetVisitProps = {
  visit: VisitView;
  windows: readonly OfferedWindow[];
  /** The customer gets an email about it; else our team calls them. */
  isMailed: boolean;
  refused: RefusedVisit | null;
};

/** Where no visit is booked: the customer's times, and a form for one that both agreed on. */
export function SetVisit({ visit, windows, isMailed, refused }: SetVisitProps) {
  const hasChoice = windows.some(({ state }) => state === "free");
  const agreed = <AgreedForm visit={visit} isMailed={isMailed} refused={refused} />;
  if (!hasChoice)
    return (
      <>
        <p className="mt-2">
          No time is set{visit.note ? " now" : ""}. Agree on one with the customer, and enter it
          here. They can also choose times on their own page; then you see those here.
        </p>
        {agreed}
      </>
    );
  const own = refused?.intent === "pick-visit" ? refused : null;
  return (
    <>
      <form method="post" action="#visit">
        <input type="hidden" name="intent" value="pick-visit" />
        <WindowChoice
          legend="The customer can meet you at these times:"
          windows={windows}
          chosen={own?.values.window}
          error={own?.errors.slot}
        />
        <button type="submit" className="btn btn-action mt-3">
          Set this time
        </button>
        <WhoTells isMailed={isMailed} />
      </form>
      <details className="mt-4" open={refused?.intent === "set-visit"}>
        <summary className="py-1 font-semibold">We agreed on another time</summary>
        {agreed}
      </details>
    </>
  );
}

function AgreedForm({ visit, isMailed, refused }: Omit<SetVisitProps, "windows">) {
  const own = refused?.intent === "set-visit" ? refused : null;
  return (
    <form method="post" action="#visit" className="mt-3 grid gap-4">
      <input type="hidden" name="intent" value="set-visit" />
      <SlotFields
        legend={`The time you agreed on (${visit.zone})`}
        days={visit.days}
        value={own?.values ?? { day: "", start: "" }}
        error={own?.errors.slot}
      />
      <button type="submit" className="btn btn-action justify-self-start">
        Set the visit
      </button>
      <WhoTells isMailed={isMailed} />
    </form>
  );
}

const WhoTells = ({ isMailed }: Pick<SetVisitProps, "isMailed">) => (
  <p className="mt-2 text-[0.9375rem] text-muted">
    {isMailed ? "We email the customer the time." : "Our team calls the customer with the time."}
  </p>
);
