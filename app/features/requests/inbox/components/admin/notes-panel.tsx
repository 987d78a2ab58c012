import { useEffect, useRef, useState } from "react";
import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import type { RequestDetailData } from "../../loaders.server.ts";
import { NOTE_LENGTH, type RequestFormResult } from "../../schema.ts";

type NotesPanelProps = Pick<RequestDetailData, "notes" | "viewerId"> & {
  requestId: string;
  now: number;
};

/**
 * Keeps what was begun and not saved in this tab: the dialog around it closes easily, and a session
 * ends.
 */
function keepBegun(draft: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(draft, text);
    else sessionStorage.removeItem(draft);
  } catch {
    // A browser that keeps nothing has what stands in the field.
  }
}

function readBegun(draft: string): string {
  try {
    return sessionStorage.getItem(draft) ?? "";
  } catch {
    return "";
  }
}

/** What staff wrote for each other. */
export function NotesPanel({ notes, viewerId, requestId, now }: NotesPanelProps) {
  const fetcher = useFetcher<RequestFormResult>();
  const draft = `note:${viewerId}:${requestId}`;
  const [text, setText] = useState("");
  const isBusy = fetcher.state !== "idle";
  const latestNotes = useRef(notes);
  latestNotes.current = notes;
  useEffect(() => {
    const begun = readBegun(draft);
    // The dialog was closed, or the page gone, while it was being saved.
    if (latestNotes.current.some((note) => note.text === begun.trim())) keepBegun(draft, "");
    else setText((typed) => typed || begun);
  }, [draft]);
  useEffect(() => {
    if (!fetcher.data?.ok) return;
    keepBegun(draft, "");
    setText("");
  }, [fetcher.data, draft]);
  const failure =
    !isBusy && fetcher.data && !fetcher.data.ok
      ? (fetcher.data.message ?? "The note could not be saved. Please try again.")
      : null;
  return (
    <section aria-labelledby="request-notes" className="panel-card p-4">
      <h3 id="request-notes" className="font-bold">
        Internal notes
      </h3>
      {notes.length === 0 ? (
        <p className="mt-1 text-muted">No notes yet. Customers never see them.</p>
      ) : null}
      <ul className="mt-2 grid gap-3">
        {notes.map(({ id, text, author, createdAt }) => (
          <li key={id} className="border-l-2 border-sun pl-3">
            <p className="break-words whitespace-pre-wrap">{text}</p>
            <p className="text-sm text-muted">
              {author ?? "Former staff"}, <TimeAgo at={createdAt} now={now} />
            </p>
          </li>
        ))}
      </ul>
      <fetcher.Form method="post" className="mt-3 grid gap-2">
        <input type="hidden" name="intent" value="note" />
        <input type="hidden" name="id" value={requestId} />
        <label className="grid gap-1">
          <span className="text-sm font-semibold">Add a note</span>
          <textarea
            name="text"
            rows={3}
            required
            maxLength={NOTE_LENGTH}
            value={text}
            readOnly={isBusy}
            onChange={({ target }) => {
              setText(target.value);
              keepBegun(draft, target.value);
            }}
            className="field-small w-full"
          />
        </label>
        {failure ? (
          <p role="alert" className="text-sm text-danger">
            {failure}
          </p>
        ) : null}
        <button type="submit" disabled={isBusy} className="btn-small justify-self-start">
          Save note
        </button>
      </fetcher.Form>
    </section>
  );
}
