import { useEffect } from "react";
import { toast } from "sonner";

/** Shows one toast for each result of an action: success for `done`, error for `failed`. */
export function useResultToast(result: { done?: string; failed?: string } | undefined): void {
  useEffect(() => {
    if (result?.done) toast.success(result.done);
    if (result?.failed) toast.error(result.failed);
  }, [result]);
}
