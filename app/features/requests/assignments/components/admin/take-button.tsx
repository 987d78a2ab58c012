import { toast } from "sonner";
import { Button } from "#app/components/admin/button.tsx";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import type { AssignmentFormResult } from "../../schema.ts";

type TakeButtonProps = { requestId: string; assigneeId: string | null; viewerId: string };

/** Assigns the request to whoever presses it; nothing for whoever has it. */
export function TakeButton({ requestId, assigneeId, viewerId }: TakeButtonProps) {
  const fetcher = useReplyFetcher<AssignmentFormResult>((reply) => {
    if (!reply.ok) toast.error(reply.message);
  });
  if (assigneeId === viewerId) return null;
  return (
    <Button
      disabled={fetcher.state !== "idle"}
      onClick={() =>
        void fetcher.submit(
          { intent: "take", id: requestId, from: assigneeId ?? "" },
          { method: "post" },
        )
      }
    >
      Take it
    </Button>
  );
}
