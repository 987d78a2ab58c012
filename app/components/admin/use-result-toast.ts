import { useEffect } from "react";
import { toast } from "sonner";

/** Shows a toast, once, for the result of an action or for its failure. */
export function useResultToast(result: { done?: string; failed?: string } | undefined): void {
  useEffect(() => {
    if (result?.done) toast.success(result.done);
    if (result?.failed) toast.error(result.failed);
  }, [result]);
}
