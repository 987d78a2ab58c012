import { useRef } from "react";
import { useCurrentErrors } from "./use-current-errors.ts";
import { useFetcher } from "./use-fetcher.ts";
import { useFocusInvalid } from "./use-focus-invalid.ts";
import { useResultToast } from "./use-result-toast.ts";

/** The result of a form's action: `done` and `failed` for a toast, `errors` by field. */
type FormResult = { done?: string; failed?: string; errors?: Partial<Record<string, string>> };

/**
 * A form of the portal. What was typed stays. After a refusal each field shows its message until it
 * is changed, and the first invalid field has the focus; everything else is a toast.
 * @param toResult converts a reply of another shape
 * @returns the form component, the ref to pass to it, and what to show
 */
export function useStaffForm<Reply, Result extends FormResult = Reply & FormResult>(
  toResult: (reply: Reply) => Result = (reply) => reply as unknown as Result,
) {
  const fetcher = useFetcher<Reply>();
  const form = useRef<HTMLFormElement>(null);
  // Replies are plain JSON, which the router's type cannot express here.
  const reply = fetcher.data as Reply | undefined;
  const isBusy = fetcher.state !== "idle";
  const result = useStableResult(reply, toResult);
  useResultToast(result);
  useFocusInvalid(form, { reply, isBusy });
  const errors = useCurrentErrors(form, result?.errors as Result["errors"] & {});
  return { Form: fetcher.Form, form, reply, errors, isBusy };
}

/** The reply's result; the same object for the same reply, so that effects run once for each. */
function useStableResult<Reply, Result>(
  reply: Reply | undefined,
  toResult: (reply: Reply) => Result,
): Result | undefined {
  const last = useRef<{ reply: Reply; result: Result }>(undefined);
  if (reply === undefined) return undefined;
  if (last.current?.reply !== reply) last.current = { reply, result: toResult(reply) };
  return last.current?.result;
}
