import { useEffect } from "react";
import { toast } from "sonner";

/** Says once what an action has done. */
export function useResultToast(result: { done?: string } | undefined): void {
  useEffect(() => {
    if (result?.done) toast.success(result.done);
  }, [result]);
}
