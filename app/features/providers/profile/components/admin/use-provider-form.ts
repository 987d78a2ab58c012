import { useEffect, useLayoutEffect, useRef } from "react";
import { toast } from "sonner";
import { useCurrentErrors } from "#app/components/admin/use-current-errors.ts";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useFocusInvalid } from "#app/components/admin/use-focus-invalid.ts";
import { SUCCESS_MS } from "../../../constants.ts";
import type { ProviderReply } from "../../../schema.ts";
import { useGuardedForm } from "./guarded-forms.tsx";

/**
 * A form of a provider: a save shows a toast, a failure stays on the page, and focus goes to the
 * first invalid field.
 * @param failed what is said where the server could not be reached
 * @param options.shown a key of what the form shows: with another one it shows something else that is saved
 * @param options.empties whether it is for the next entry once one was taken
 */
export function useProviderForm(
  failed: string,
  { shown, empties = false }: { shown?: string | number; empties?: boolean } = {},
) {
  const fetcher = useFetcher<ProviderReply>();
  const form = useRef<HTMLFormElement>(null);
  const { data: reply, state } = fetcher;
  const settle = useGuardedForm(form);
  useEffect(() => {
    if (reply?.ok) toast.success(reply.message, { duration: SUCCESS_MS });
  }, [reply]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other things shown the form is another one
  useLayoutEffect(() => {
    if (reply && !reply.ok) return;
    if (reply && empties) form.current?.reset();
    settle();
  }, [reply, shown, empties, settle]);
  const isBusy = state !== "idle";
  useFocusInvalid(form, { reply, isBusy });
  const given = reply && !reply.ok ? reply.errors : undefined;
  const errors = useCurrentErrors(form, given);
  // Once every field that it was about is changed, nobody knows yet whether it still fails.
  const isOpen = !given || Object.keys(given).length === 0 || Object.keys(errors).length > 0;
  const failure =
    isOpen && !isBusy && reply && !reply.ok
      ? { message: reply.message || failed, isConflict: reply.conflict === true }
      : null;
  return { Form: fetcher.Form, form, isBusy, failure, errors, reply };
}
export type Failure = ReturnType<typeof useProviderForm>["failure"];
