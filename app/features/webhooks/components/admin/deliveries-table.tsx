import { Badge, type BadgeTone } from "#app/components/admin/badge.tsx";
import { Button } from "#app/components/admin/button.tsx";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { type Clock, When } from "#app/components/admin/when.tsx";
import { formatQuantity } from "#app/lib/format-values.ts";
import { SHOWN_DELIVERIES, TEST_EVENT } from "../../constants.ts";
import { describeFailure } from "../../describe-failure.ts";
import type { ListedDelivery } from "../../queries.server.ts";

type SendAgain = { isBusy: boolean; sendAgain: (id: string) => void };
type DeliveriesTableProps = SendAgain & { deliveries: readonly ListedDelivery[]; clock: Clock };

/** The latest messages to one endpoint: what became of each, and a button that sends it again. */
export function DeliveriesTable({ deliveries, clock, ...actions }: DeliveriesTableProps) {
  return (
    <div className="panel-card relative overflow-x-auto">
      <DataTable
        caption={`Latest ${SHOWN_DELIVERIES} messages`}
        order="newest first"
        columns={listColumns(clock, actions)}
        rows={deliveries}
        rowKey={({ id }) => id}
      />
      {deliveries.length === 0 ? <p className="p-5 text-muted">No messages yet.</p> : null}
    </div>
  );
}

const DELIVERY_BADGES: Record<ListedDelivery["state"], { label: string; tone: BadgeTone }> = {
  waiting: { label: "Waiting", tone: "info" },
  delivered: { label: "Delivered", tone: "ok" },
  failed: { label: "Failed", tone: "danger" },
};

const listColumns = (
  clock: Clock,
  { isBusy, sendAgain }: SendAgain,
): [Column<ListedDelivery>, ...Column<ListedDelivery>[]] => {
  const renderAttempt = (delivery: ListedDelivery) => (
    <LastAttempt delivery={delivery} clock={clock} />
  );
  const renderButton = ({ id, state, type }: ListedDelivery) => {
    const label = state === "waiting" ? "Send now" : "Resend";
    // A test is sent once.
    if (type === TEST_EVENT) return null;
    return (
      <Button
        disabled={isBusy}
        aria-label={`${label}: ${type}, message ${id.slice(0, 8)}`}
        onClick={() => sendAgain(id)}
      >
        {label}
      </Button>
    );
  };
  return [
    {
      header: "Event",
      cell: ({ type, subjectId }) => (
        <>
          <span className="block wrap-anywhere">{type}</span>
          <span className="text-sm text-muted wrap-anywhere">{subjectId}</span>
        </>
      ),
    },
    {
      header: "State",
      cell: ({ state }) => (
        <Badge tone={DELIVERY_BADGES[state].tone}>{DELIVERY_BADGES[state].label}</Badge>
      ),
    },
    { header: "Last attempt", cell: renderAttempt, from: "md", narrow: renderAttempt },
    { header: "When", cell: ({ createdAt }) => <When at={createdAt} clock={clock} /> },
    {
      header: "Actions",
      isHeaderHidden: true,
      cell: renderButton,
      from: "md",
      narrow: renderButton,
    },
  ];
};

function LastAttempt({ delivery, clock }: { delivery: ListedDelivery; clock: Clock }) {
  const { state, attempts, lastAttemptAt, lastStatus, lastError, lastMs, nextAttemptAt } = delivery;
  if (!lastAttemptAt) return <>Not tried yet</>;
  return (
    <>
      <span className="block">
        {lastError ? `Failed: ${describeFailure(lastError)}` : `Accepted (${lastStatus})`}
      </span>
      <span className="text-sm text-muted">
        {formatQuantity(attempts, "attempt")}
        {lastMs === null ? "" : `, ${lastMs.toLocaleString("en-US")} ms`}
        {state === "waiting" && nextAttemptAt > clock.now ? (
          <>
            , next <When at={nextAttemptAt} clock={clock} />
          </>
        ) : null}
      </span>
    </>
  );
}
