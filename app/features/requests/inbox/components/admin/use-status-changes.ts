import { toast } from "sonner";
import {
  type ChangeBatch,
  useOptimisticChanges,
} from "#app/components/admin/use-optimistic-changes.ts";
import {
  LIST_PATH,
  type RequestFormResult,
  type RequestStatus,
  STATUS_LABELS,
} from "../../schema.ts";

const UNDO_MS = 8_000;

type RequestWithStatus = { id: string; status: RequestStatus };

export type StatusChanges = {
  /**
   * The status to show: the one chosen in this tab after the request was loaded (`loadedAt`, ms
   * since 1970 on the server's clock), or else the loaded one.
   */
  getStatus: (request: RequestWithStatus, loadedAt: number) => RequestStatus;
  /** Shows the new status at once, saves it, and offers Undo for a while. */
  change: (requests: readonly RequestWithStatus[], status: RequestStatus, loadedAt: number) => void;
};

/** Status changes of requests, and the counts that came with the latest one. */
export function useStatusChanges(loadedAt: number) {
  const { getValue, change, reply, hasFailed, dismiss } = useOptimisticChanges<
    RequestStatus,
    RequestFormResult
  >({
    loadedAt,
    action: LIST_PATH,
    fields: (changes) => ({
      intent: "status",
      changes: JSON.stringify(changes.map(({ id, value }) => ({ id, status: value }))),
    }),
    readReply: (result) =>
      result.ok && result.intent === "status" ? { ok: true, at: result.at } : { ok: result.ok },
    onSaved: showToast,
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
  const counts = reply?.ok && reply.intent === "status" ? reply.counts : null;
  return { getStatus, change: changeAll, counts, hasFailed, dismiss };
}

function showToast({ changes }: ChangeBatch<RequestStatus>, undo: () => void) {
  const label = changes[0] ? STATUS_LABELS[changes[0].value] : "";
  const text =
    changes.length === 1 ? `Status set to ${label}` : `${changes.length} requests set to ${label}`;
  toast.success(text, { duration: UNDO_MS, action: { label: "Undo", onClick: undo } });
}
