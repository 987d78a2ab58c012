import { useRef, useState } from "react";
import { toast } from "sonner";
import {
  type ChangeBatch,
  useOptimisticChanges,
} from "#app/components/admin/use-optimistic-changes.ts";
import { OUTCOME_CHOICES, type OutcomeChoice } from "../../../outcomes/choices.ts";
import {
  LIST_PATH,
  type RequestFormResult,
  type RequestStatus,
  STATUS_LABELS,
} from "../../schema.ts";

const UNDO_MS = 8_000;
/** How long after a save the stream may still report it. */
const ECHO_MS = 1_000;

export type RequestWithStatus = { id: string; status: RequestStatus };

type Closing = { request: RequestWithStatus; outcome: OutcomeChoice; loadedAt: number };

export type StatusChanges = {
  /**
   * The status to show: the one chosen in this tab after the request was loaded (`loadedAt`, ms
   * since 1970 on the server's clock), or else the loaded one.
   */
  getStatus: (request: RequestWithStatus, loadedAt: number) => RequestStatus;
  /** Shows the new status at once, saves it, and offers Undo for a while. */
  change: (requests: readonly RequestWithStatus[], status: RequestStatus, loadedAt: number) => void;
  /** Closes a request and records how it ended. */
  close: (closing: Closing) => void;
};

/** Of which requests this tab saves the status now, or has just done so. */
function useOwnSaves() {
  const until = useRef(new Map<string, number>());
  const set = (changes: readonly { id: string }[], time: number) => {
    for (const { id } of changes) until.current.set(id, time);
  };
  return {
    begin: (changes: readonly { id: string }[]) => set(changes, Number.POSITIVE_INFINITY),
    end: (changes: readonly { id: string }[]) => set(changes, Date.now() + ECHO_MS),
    has: (id: string) => (until.current.get(id) ?? 0) > Date.now(),
  };
}

/**
 * Status changes of requests, and the counts that came with the latest one. `lastClosed` is the id of
 * a single request that was just closed, until it is dismissed or opened again.
 */
export function useStatusChanges(loadedAt: number) {
  const outcomes = useRef(new Map<string, OutcomeChoice>());
  const ownSaves = useOwnSaves();
  const endedOffers = useRef(0);
  const [lastClosed, setLastClosed] = useState<string | null>(null);
  const { getValue, change, reply, hasFailed, dismiss } = useOptimisticChanges<
    RequestStatus,
    RequestFormResult
  >({
    loadedAt,
    action: LIST_PATH,
    fields: (changes) => {
      ownSaves.begin(changes);
      return { intent: "status", changes: encodeChanges(changes, outcomes.current) };
    },
    readReply: (result, { changes }) => {
      ownSaves.end(changes);
      if (!result.ok || result.intent !== "status") return { ok: result.ok };
      endedOffers.current = result.endedOffers;
      return { ok: true, at: result.at };
    },
    onSaved: (batch, undo) => {
      const [saved, ...others] = batch.changes;
      const outcome = saved && outcomes.current.get(saved.id);
      outcomes.current.clear();
      const isAsked = saved?.value === "closed" && others.length === 0 && !outcome;
      setLastClosed(isAsked ? saved.id : null);
      const text = describeBatch(batch, outcome) + describeEnded(endedOffers.current);
      showToast(text, () => {
        setLastClosed(null);
        undo();
      });
    },
  });
  const getStatus: StatusChanges["getStatus"] = ({ id, status }, readAt) =>
    getValue({ id, value: status }, readAt);
  const changeAll: StatusChanges["change"] = (requests, status, readAt) =>
    change(
      requests
        .map((request) => ({ id: request.id, value: getStatus(request, readAt) }))
        .filter(({ value }) => value !== status),
      () => status,
    );
  const close: StatusChanges["close"] = ({ request, outcome, loadedAt: readAt }) => {
    outcomes.current.set(request.id, outcome);
    changeAll([request], "closed", readAt);
  };
  const counts = reply?.ok && reply.intent === "status" ? reply.counts : null;
  return {
    getStatus,
    change: changeAll,
    close,
    counts,
    isOwnSave: ownSaves.has,
    hasFailed,
    dismiss,
    lastClosed,
    dismissClosed: () => setLastClosed(null),
  };
}

const encodeChanges = (
  changes: ChangeBatch<RequestStatus>["changes"],
  outcomes: ReadonlyMap<string, OutcomeChoice>,
) =>
  JSON.stringify(
    changes.map(({ id, value }) => ({
      id,
      status: value,
      outcome: value === "closed" ? outcomes.get(id) : undefined,
    })),
  );

function describeBatch(
  { changes }: ChangeBatch<RequestStatus>,
  outcome: OutcomeChoice | undefined,
): string {
  const label = changes[0] ? STATUS_LABELS[changes[0].value] : "";
  if (changes.length > 1) return `${changes.length} requests set to ${label}`;
  return outcome ? `Closed: ${OUTCOME_CHOICES[outcome].label}` : `Status set to ${label}`;
}

/** What Undo does not bring back. */
function describeEnded(offers: number): string {
  if (offers === 0) return "";
  return offers === 1
    ? ". Its offer ended, and Undo does not bring it back"
    : `. ${offers} offers ended, and Undo does not bring them back`;
}

const showToast = (text: string, undo: () => void) =>
  toast.success(text, { duration: UNDO_MS, action: { label: "Undo", onClick: undo } });
