import { useEffect, useLayoutEffect } from "react";
import { toast } from "sonner";
import { useStaffForm } from "#app/components/admin/use-staff-form.ts";
import { SUCCESS_TOAST_MS } from "../../../constants.ts";
import type { ProviderReply } from "../../../schema.ts";
import { useGuardedForm } from "./guarded-forms.tsx";

type FieldErrors = { errors: Extract<ProviderReply, { ok: false }>["errors"] };

/**
 * A form of a provider: a save shows a toast, a failure stays on the page, and focus goes to the
 * first invalid field.
 * @param failureMessage shown where the reply has no message
 * @param options.shown identifies the stored values that the form shows; it changes with them
 * @param options.clears whether the form is emptied for the next entry after a save
 */
export function useProviderForm(
  failureMessage: string,
  { shown, clears = false }: { shown?: string | number; clears?: boolean } = {},
) {
  const { Form, form, reply, errors, isBusy } = useStaffForm<ProviderReply, FieldErrors>(
    (result) => ({ errors: result.ok ? undefined : result.errors }),
  );
  const markSaved = useGuardedForm(form);
  useEffect(() => {
    if (reply?.ok) toast.success(reply.message, { duration: SUCCESS_TOAST_MS });
  }, [reply]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other values shown it is another form
  useLayoutEffect(() => {
    if (reply && !reply.ok) return;
    if (reply && clears) form.current?.reset();
    markSaved();
  }, [reply, shown, clears, markSaved]);
  const fieldErrors = reply && !reply.ok ? reply.errors : undefined;
  // Once every invalid field has been changed, the failure may no longer be true.
  const isRelevant =
    !fieldErrors || Object.keys(fieldErrors).length === 0 || Object.keys(errors).length > 0;
  const failure =
    isRelevant && !isBusy && reply && !reply.ok
      ? { message: reply.message || failureMessage, isConflict: reply.conflict === true }
      : null;
  return { Form, form, isBusy, failure, errors, reply };
}
export type Failure = ReturnType<typeof useProviderForm>["failure"];
