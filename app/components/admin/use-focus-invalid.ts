import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Focuses the first invalid field when the messages arrive, unless the user has moved to another
 * field meanwhile: what they type would end up in the wrong one.
 * @param reply of the server; each reply is handled once
 */
export function useFocusInvalid(
  form: RefObject<HTMLFormElement | null>,
  { reply, isBusy }: { reply: unknown; isBusy: boolean },
): void {
  const sentFrom = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isBusy) sentFrom.current = document.activeElement;
  }, [isBusy]);
  useLayoutEffect(() => {
    const now = document.activeElement;
    if (!reply || (now !== sentFrom.current && now?.matches("input, textarea, select"))) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, reply]);
}
