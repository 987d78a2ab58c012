import { useEffect, useId, useRef } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useTabDraft } from "#app/components/admin/use-tab-draft.ts";
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
  const clear = useRef(() => {});
  clear.current = () => setText("");
  useEffect(() => {
    if (fetcher.data?.ok) clear.current();
  }, [fetcher.data]);
  const failure =
    !isBusy && fetcher.data && !fetcher.data.ok
      ? (fetcher.data.message ?? "The note could not be saved. Please try again.")
      : null;
  return (
    <fetcher.Form method="post" className="grid gap-1">
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
