import { useEffect } from "react";
import { toast } from "sonner";

/** Says once what an action has done, or that nothing is known of it. */
export function useResultToast(result: { done?: string; failed?: string } | undefined): void {
  useEffect(() => {
    if (result?.done) toast.success(result.done);
    if (result?.failed) toast.error(result.failed);
  }, [result]);
}
