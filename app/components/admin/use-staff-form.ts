import { useRef } from "react";
import { useCurrentErrors } from "./use-current-errors.ts";
import { useFetcher } from "./use-fetcher.ts";
import { useFocusInvalid } from "./use-focus-invalid.ts";
import { useResultToast } from "./use-result-toast.ts";

/** What a form's action says: `done` and `failed` for a toast, `errors` for the fields. */
type FormReply = { done?: string; failed?: string; errors?: Partial<Record<string, string>> };

/**
 * A form of the portal. It stays as it was typed; after a refusal each message stands at its field
 * until the field is changed, and the first invalid field has the focus; the rest is a toast.
 * @param read what a reply says, where it has another shape
 * @returns the form component, the reference that its `ref` takes, and what to show
 */
export function useStaffForm<Reply, Said extends FormReply = Reply & FormReply>(
  read: (reply: Reply) => Said = (reply) => reply as unknown as Said,
) {
  const fetcher = useFetcher<Reply>();
  const form = useRef<HTMLFormElement>(null);
  // Replies are plain JSON, which the router's type cannot know here.
  const reply = fetcher.data as Reply | undefined;
  const isBusy = fetcher.state !== "idle";
  const said = useSame(reply, read);
  useResultToast(said);
  useFocusInvalid(form, { reply, isBusy });
  const errors = useCurrentErrors(form, said?.errors as Said["errors"] & {});
  return { Form: fetcher.Form, form, reply, errors, isBusy };
}

/** What the reply says, the same object as long as it is the same reply. */
function useSame<Reply, Said>(
  reply: Reply | undefined,
  read: (reply: Reply) => Said,
): Said | undefined {
  const last = useRef<{ reply: Reply; said: Said }>(undefined);
  if (reply === undefined) return undefined;
  if (last.current?.reply !== reply) last.current = { reply, said: read(reply) };
  return last.current?.said;
}
