import { toast } from "sonner";
import { Button } from "#app/components/admin/button.tsx";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import type { AssignmentFormResult } from "../../../assignments/schema.ts";

type SnoozeButtonProps = { requestId: string; at: Date };

/** Hides the request from the queue until the time beside the button. */
export function SnoozeButton({ requestId, at }: SnoozeButtonProps) {
  const fetcher = useReplyFetcher<AssignmentFormResult>((reply) => {
    if (!reply.ok) toast.error(reply.message);
  });
  return (
    <Button
      disabled={fetcher.state !== "idle"}
      onClick={() =>
        void fetcher.submit(
          { intent: "snooze", id: requestId, until: at.toISOString() },
          { method: "post" },
        )
      }
    >
      Snooze until then
    </Button>
  );
}
