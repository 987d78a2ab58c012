import { toast } from "sonner";
import {
  type Change,
  type ChangeBatch,
  useOptimisticChanges,
} from "#app/components/admin/use-optimistic-changes.ts";
import {
  LIST_PATH,
  type ProviderStatus,
  STATUS_LABELS,
  SUCCESS_TOAST_MS,
} from "../../../constants.ts";
import type { StatusReply } from "../../../schema.ts";

type Shown = { status: ProviderStatus; verifiedUntil: string | null };
type Listed = Shown & { id: string };

/** Status changes of providers, and the counts from the latest reply. */
export function useStatusChanges(loadedAt: number) {
  const { getValue, change, reply, hasFailed, dismiss } = useOptimisticChanges<Shown, StatusReply>({
    loadedAt,
    action: LIST_PATH,
    fields: (changes) =>
      Object.assign({}, ...changes.map(({ id, value }) => ({ id, status: value.status }))),
    readReply: (result, batch) =>
      result.ok
        ? { ok: true, saved: withVerifiedUntil(batch.changes, result.verifiedUntil) }
        : { ok: false },
    onSaved: showToast,
  });
  const getShown = ({ id, status, verifiedUntil }: Listed): Shown =>
    getValue({ id, value: { status, verifiedUntil } }, loadedAt);
  return {
    getShown,
    change: (provider: Listed, status: ProviderStatus) => {
      const value = getShown(provider);
      if (value.status !== status)
        change([{ id: provider.id, value }], (old) => ({ ...old, status }));
    },
    counts: reply?.ok ? reply.counts : null,
    hasFailed,
    dismiss,
  };
}
export type StatusChanges = ReturnType<typeof useStatusChanges>;

/** The server knows when a verification ends. */
const withVerifiedUntil = (changes: Change<Shown>[], verifiedUntil: string | null) =>
  changes.map(({ id, value }) => ({ id, value: { ...value, verifiedUntil } }));

/** Offers no Undo: verifying a provider again could drop a past end date. */
function showToast({ changes }: ChangeBatch<Shown>) {
  if (changes[0])
    toast.success(`Status set to ${STATUS_LABELS[changes[0].value.status]}`, {
      duration: SUCCESS_TOAST_MS,
    });
}
