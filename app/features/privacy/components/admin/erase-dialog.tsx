import { useEffect, useId, useRef, useState } from "react";
import { Form } from "react-router";
import { ERASE_WORD } from "../../constants.ts";
import type { PersonView } from "../../loaders.server.ts";

/** Confirms an erasure by a typed word. */
export function EraseDialog({ view, onClose }: { view: PersonView; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [typed, setTyped] = useState("");
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      onClose={onClose}
      className="m-auto w-[min(30rem,92vw)] rounded-2xl bg-paper p-6 text-ink shadow-lift"
    >
      <h2 id={`${id}-title`} className="h3">
        Erase this person?
      </h2>
      <p className="mt-2">
        Name, contact details, address, description and notes are deleted, and pending deliveries
        are canceled. Service, status and dates stay, and so do the sealed consent records. This
        cannot be undone. Export first if they asked for a copy.
      </p>
      <Form
        method="post"
        action={view.path}
        onSubmit={() => ref.current?.close()}
        className="mt-4 grid gap-2"
      >
        <input type="hidden" name="intent" value="erase" />
        <input type="hidden" name="person" value={view.token} />
        <label htmlFor={id} className="font-semibold">
          Type {ERASE_WORD} to confirm
        </label>
        <input
          id={id}
          name="confirm"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="field-small w-full"
        />
        <div className="mt-2 flex flex-wrap justify-end gap-2">
          <button type="button" onClick={() => ref.current?.close()} className="btn-small">
            Cancel
          </button>
          <button type="submit" disabled={typed !== ERASE_WORD} className="btn-small btn-risk">
            Erase for good
          </button>
        </div>
      </Form>
    </dialog>
  );
}
