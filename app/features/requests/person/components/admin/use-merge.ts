import { useLocation } from "react-router";
import { toast } from "sonner";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import { LIST_PATH } from "../../../inbox/schema.ts";
import { formatMergeRefusal, type PersonFormResult } from "../../schema.ts";

const UNDO_MS = 8_000;
/** What gets the focus where the button that had it is gone. */
export const MERGE_NOTICE_ID = "merge-notice";
export const PERSON_HEADING_ID = "request-person";

/**
 * Merges requests and undoes it, with a toast that offers Undo. The component that uses it must stay
 * on the page when the request is merged, or the reply is lost.
 * @param requestId of the open request
 * @returns the form component, its props, and why the latest form was refused
 */
export function useMerge(requestId: string) {
  const { search } = useLocation();
  const target = { method: "post", action: `${LIST_PATH}/${requestId}${search}` } as const;
  const fetcher = useReplyFetcher<PersonFormResult>((reply) => {
    if (!reply.ok) return;
    const { sourceId } = reply;
    const undo = () => void fetcher.submit({ intent: "undo-merge", sourceId }, target);
    if (reply.intent === "merge")
      toast.success("Merged.", { duration: UNDO_MS, action: { label: "Undo", onClick: undo } });
    else toast.success("Merge undone.");
    if (document.activeElement === document.body) focusWhatChanged();
  });
  const isBusy = fetcher.state !== "idle";
  const reply = isBusy ? undefined : (fetcher.data as PersonFormResult | undefined);
  const refusal =
    reply && !reply.ok ? formatMergeRefusal(reply.reason, reply.sourceId === requestId) : null;
  return { Form: fetcher.Form, target, isBusy, refusal };
}
export type MergeForm = ReturnType<typeof useMerge>;

const focusWhatChanged = () =>
  (document.getElementById(MERGE_NOTICE_ID) ?? document.getElementById(PERSON_HEADING_ID))?.focus();
