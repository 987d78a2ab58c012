import { TextField } from "#app/components/form/field.tsx";
import { REASON_LENGTH } from "../constants.ts";
import type { RefusedVisit } from "../handle-visit-form.server.ts";
import type { VisitView } from "../loaders.server.ts";
import { SlotFields } from "./slot-fields.tsx";

type VisitCardProps = {
  view: VisitView;
  /** Path of the calendar file. */
  calendarPath: string;
  /** Who is told of a change, such as the company or "the customer". */
  other: string;
  /** They get a mail about it; else our team calls them. */
  isMailed: boolean;
  refused: RefusedVisit | null;
  children?: React.ReactNode;
};

/** The visit with its calendar file, and the forms that move or cancel it. */
export function VisitCard({
  view,
  calendarPath,
  other,
  isMailed,
  refused,
  children,
}: VisitCardProps) {
  const { booked, note } = view;
  const told = { other, isMailed, refused };
  return (
    <section
      id="visit"
      aria-labelledby="visit-title"
      className="mt-6 scroll-mt-24 rounded-2xl border border-line bg-paper p-5"
    >
      <h2 id="visit-title" className="font-display text-xl font-bold">
        The visit
      </h2>
      {booked ? <p className="mt-2 text-lg font-semibold">{booked.time}</p> : null}
      {note ? <p className="mt-1 break-words">{note}</p> : null}
      {refused?.message ? (
        <p role="alert" className="error mt-3">
          {refused.message}
        </p>
      ) : null}
      {booked ? (
        <>
          {booked.isOver ? null : (
            <a href={calendarPath} className="btn btn-line mt-3" download="visit.ics">
              Add to calendar
            </a>
          )}
          <MoveForm view={view} sequence={booked.sequence} {...told} />
          {booked.isOver ? null : <CancelForm sequence={booked.sequence} {...told} />}
        </>
      ) : null}
      {children}
    </section>
  );
}

type FormProps = Pick<VisitCardProps, "other" | "isMailed" | "refused"> & { sequence: number };

function MoveForm({ view, sequence, refused, ...told }: FormProps & { view: VisitView }) {
  const own = refused?.intent === "move-visit" ? refused : null;
  return (
    <details className="mt-4" open={own !== null}>
      <summary className="py-1 font-semibold">Move the visit</summary>
      <form method="post" action="#visit" className="mt-2 grid gap-4">
        <input type="hidden" name="intent" value="move-visit" />
        <input type="hidden" name="sequence" value={sequence} />
        <SlotFields
          legend={`New time (${view.zone})`}
          days={view.days}
          value={own?.values ?? { day: "", start: "" }}
          error={own?.errors.slot}
        />
        <ReasonField own={own} {...told} />
        <button type="submit" className="btn btn-action justify-self-start">
          Move the visit
        </button>
      </form>
    </details>
  );
}

function CancelForm({ sequence, refused, ...told }: FormProps) {
  const own = refused?.intent === "cancel-visit" ? refused : null;
  return (
    <details className="mt-2" open={own !== null}>
      <summary className="py-1 font-semibold">Cancel the visit</summary>
      <form method="post" action="#visit" className="mt-2 grid gap-4">
        <input type="hidden" name="intent" value="cancel-visit" />
        <input type="hidden" name="sequence" value={sequence} />
        <ReasonField own={own} {...told} />
        <button type="submit" className="btn btn-line justify-self-start">
          Cancel the visit
        </button>
      </form>
    </details>
  );
}

type ReasonProps = Pick<VisitCardProps, "other" | "isMailed"> & { own: RefusedVisit | null };

const ReasonField = ({ own, other, isMailed }: ReasonProps) => (
  <TextField
    name="reason"
    label="Why?"
    hint={`${isMailed ? "We email" : "Our team calls"} ${other}, with your reason. For a visit today or tomorrow, please call them too.`}
    rows={2}
    maxLength={REASON_LENGTH}
    defaultValue={own?.values.reason}
    error={own?.errors.reason}
  />
);
