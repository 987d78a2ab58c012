import { Siren } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { toast } from "sonner";
import { Button } from "#app/components/admin/button.tsx";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import { formatQuantity } from "#app/lib/format-values.ts";
import { subscribeToRequestEvents } from "../../../inbox/components/admin/request-events.ts";
import { LIST_PATH } from "../../../inbox/schema.ts";
import { describeAlarms } from "../../describe-alarms.ts";
import { getNewerAlarms } from "../../newer-alarms.ts";
import type { AlarmKind, AlarmSummary, AssignmentFormResult, InboxAlert } from "../../schema.ts";

/** On every page of the portal while requests wait and nobody is on shift; also shows alerts. */
export function AlarmBanner({ alarms, viewerId }: { alarms: AlarmSummary; viewerId: string }) {
  const shown = useAlarms(alarms);
  useAlertToasts(viewerId);
  const isHydrated = useHydrated();
  const fetcher = useReplyFetcher<AssignmentFormResult>((reply) => {
    if (reply.ok) toast.success("You are on shift for two hours.");
    else toast.error(reply.message);
  });
  const text = describeAlarms(shown);
  if (!text) return null;
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl bg-danger px-4 py-3 text-paper"
    >
      <Siren className="size-5 shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-bold">{text}.</span>{" "}
        {shown.requests.map(({ id, service }, index) => (
          <span key={id}>
            {index > 0 ? ", " : ""}
            <Link to={`${LIST_PATH}/${id}`} className="inline-block py-0.5 underline">
              {service}
            </Link>
          </span>
        ))}
      </p>
      <Button
        disabled={!isHydrated || fetcher.state !== "idle"}
        className="bg-paper font-semibold text-ink"
        onClick={() =>
          void fetcher.submit({ intent: "take-over" }, { method: "post", action: LIST_PATH })
        }
      >
        I take over
      </Button>
    </div>
  );
}

/** The alarms that were read last, by the page or by the event stream. */
function useAlarms(loaded: AlarmSummary): AlarmSummary {
  const [shown, setShown] = useState(loaded);
  useEffect(() => setShown((before) => getNewerAlarms(before, loaded)), [loaded]);
  useEffect(
    () =>
      subscribeToRequestEvents((event) => {
        if (event.kind === "alarms") setShown((before) => getNewerAlarms(before, event.summary));
      }),
    [],
  );
  return shown;
}

const ALERT_TEXTS: Record<AlarmKind, (count: number) => string> = {
  returned: (count) =>
    `${formatQuantity(count, "request")} came back: nobody tried to reach the customer.`,
  emergency: (count) => `${formatQuantity(count, "emergency", "emergencies")} without an attempt.`,
  waiting: (count) => `${formatQuantity(count, "request")} waiting for more than an hour.`,
};
const ALERT_SHOWN_MS = 20_000;

/** Shows a toast for each alert that is for this person. */
function useAlertToasts(viewerId: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    const show = ({ kind, requestIds, userIds }: InboxAlert) => {
      const [first] = requestIds;
      if (!first || !userIds.includes(viewerId)) return;
      toast.warning(ALERT_TEXTS[kind](requestIds.length), {
        duration: ALERT_SHOWN_MS,
        action: { label: "Open", onClick: () => void navigate(`${LIST_PATH}/${first}`) },
      });
    };
    return subscribeToRequestEvents((event) => {
      if (event.kind === "alert") show(event.alert);
    });
  }, [viewerId, navigate]);
}
