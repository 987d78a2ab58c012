import { type FormEvent, useEffect, useId, useRef } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useTabDraft } from "#app/components/admin/use-tab-draft.ts";
import { newUuid } from "#app/lib/new-uuid.ts";
import type { RequestDetailData } from "../../loaders.server.ts";
import { NOTE_LENGTH, type RequestFormResult } from "../../schema.ts";

type NoteComposerProps = Pick<RequestDetailData, "notes" | "viewerId"> & {
  requestId: string;
  /** Called when the text changes, for colleagues who have the same request open. */
  onTyping?: () => void;
};

/** Writes a note for colleagues. Enter saves it; Shift and Enter begins a new line. */
export function NoteComposer({ notes, viewerId, requestId, onTyping }: NoteComposerProps) {
  const fetcher = useFetcher<RequestFormResult>();
  const errorId = useId();
  const [text, setText] = useTabDraft(`note:${viewerId}:${requestId}`, {
    // The note may have been saved after the request was closed.
    isStored: (unsaved) => notes.some((note) => note.text === unsaved),
  });
  const isBusy = fetcher.state !== "idle";
  /** The note that was sent last. It keeps its id when it is sent again. */
  const sent = useRef({ id: "", text: "" });
  const clear = useRef(() => {});
  clear.current = () => {
    sent.current = { id: "", text: "" };
    setText("");
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (sent.current.text !== text) sent.current = { id: newUuid(), text };
    const fields = { intent: "note", id: requestId, noteId: sent.current.id, text };
    void fetcher.submit(fields, { method: "post" });
  };
  useEffect(() => {
    if (fetcher.data?.ok) clear.current();
  }, [fetcher.data]);
  const failure =
    !isBusy && fetcher.data && !fetcher.data.ok
      ? (fetcher.data.message ?? "The note could not be saved. Please try again.")
      : null;
  return (
    <fetcher.Form method="post" onSubmit={send} className="grid gap-1">
      <input type="hidden" name="intent" value="note" />
      <input type="hidden" name="id" value={requestId} />
      <div className="flex items-end gap-2">
        <label className="min-w-0 flex-1">
          <span className="sr-only">Add a note</span>
          <textarea
            name="text"
            rows={text.includes("\n") || text.length > 80 ? 3 : 1}
            required
            maxLength={NOTE_LENGTH}
            value={text}
            readOnly={isBusy}
            placeholder="Add a note for colleagues"
            data-note
            aria-describedby={failure ? errorId : undefined}
            onChange={({ target }) => {
              setText(target.value);
              onTyping?.();
            }}
            onKeyDown={(event) => {
              const isEnter = event.key === "Enter" && !event.shiftKey;
              if (!isEnter || event.nativeEvent.isComposing) return;
              event.preventDefault();
              // A key that is held presses Enter again and again.
              if (isBusy || event.repeat) return;
              event.currentTarget.form?.requestSubmit();
            }}
            className="field-small block w-full"
          />
        </label>
        <Button type="submit" disabled={isBusy}>
          Save note
        </Button>
      </div>
      {failure ? (
        <p id={errorId} role="alert" className="text-sm text-danger">
          {failure}
        </p>
      ) : null}
    </fetcher.Form>
  );
}
