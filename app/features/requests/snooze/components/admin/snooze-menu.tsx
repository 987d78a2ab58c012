import { useState } from "react";
import { toast } from "sonner";
import { Button } from "#app/components/admin/button.tsx";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import { formatLocalTime } from "#app/lib/business-days.ts";
import type { Moment } from "#app/lib/format-time.ts";
import type { AssignmentFormResult } from "../../../assignments/schema.ts";
import { listSnoozeTimes } from "../../list-snooze-times.ts";

export type ShownSnooze = { until: Moment; kind: "time" | "customer" };

type SnoozeMenuProps = {
  requestId: string;
  /** Null: not snoozed, or its time came. */
  snooze: ShownSnooze | null;
  timeZone: string;
  now: number;
  /** A time that fits this request, such as when the customer may be called again. */
  suggestion?: { label: string; at: Date };
};

/** Hides a request from the queue until a time or until the customer does something. */
export function SnoozeMenu({ requestId, snooze, timeZone, now, suggestion }: SnoozeMenuProps) {
  const fetcher = useReplyFetcher<AssignmentFormResult>((reply) => {
    if (!reply.ok) toast.error(reply.message);
  });
  const isHydrated = useHydrated();
  const isBusy = !isHydrated || fetcher.state !== "idle";
  const submit = (fields: { intent: string; until?: string }) =>
    void fetcher.submit({ id: requestId, ...fields }, { method: "post" });
  const snoozeUntil = (until: string) => submit({ intent: "snooze", until });
  if (snooze)
    return (
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-40 text-sm">
          {snooze.kind === "customer"
            ? `Snoozed until the customer answers, at most until ${snooze.until.exact}`
            : `Snoozed until ${snooze.until.exact}`}
        </p>
        <Button disabled={isBusy} onClick={() => submit({ intent: "end-snooze" })}>
          End snooze
        </Button>
      </div>
    );
  const times = [...(suggestion ? [suggestion] : []), ...listSnoozeTimes(new Date(now), timeZone)];
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-semibold">Snooze</legend>
      <div className="flex flex-wrap gap-1.5">
        {times.map(({ label, at }) => (
          <Button
            key={label}
            disabled={isBusy}
            onClick={() => snoozeUntil(getTime(label, timeZone) ?? at.toISOString())}
            className="px-2.5 text-sm"
          >
            {label}
          </Button>
        ))}
        <Button
          disabled={isBusy}
          onClick={() => snoozeUntil("customer")}
          className="px-2.5 text-sm"
        >
          Until the customer answers
        </Button>
      </div>
      <PickTime
        min={formatLocalTime(new Date(now), timeZone)}
        isBusy={isBusy}
        onPick={snoozeUntil}
      />
    </fieldset>
  );
}

/** The time of a label as of the tap: the page may have been open for long. */
const getTime = (label: string, timeZone: string) =>
  listSnoozeTimes(new Date(), timeZone)
    .find((time) => time.label === label)
    ?.at.toISOString();

type PickTimeProps = { min: string; isBusy: boolean; onPick: (local: string) => void };

/** A time of the business time zone, which the server reads. */
function PickTime({ min, isBusy, onPick }: PickTimeProps) {
  const [time, setTime] = useState("");
  return (
    <details>
      <summary className="py-1 text-sm">Pick a time</summary>
      <form
        className="mt-1 flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (time) onPick(time);
        }}
      >
        <input
          type="datetime-local"
          aria-label="Snooze until"
          required
          min={min}
          value={time}
          onChange={({ target }) => setTime(target.value)}
          className="field-small min-w-0 flex-1"
        />
        <Button type="submit" disabled={isBusy}>
          Snooze
        </Button>
      </form>
    </details>
  );
}
