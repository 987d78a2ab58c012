import { useEffect, useState } from "react";
import { useFetcher } from "#app/components/staff/use-fetcher.ts";
import type { RequestDetailData } from "../../present-requests.server.ts";
import { NOTE_LENGTH, type RequestFormResult } from "../../staff-schema.ts";
import { When } from "./request-parts.tsx";

type NotesPanelProps = Pick<RequestDetailData, "notes"> & { requestId: string; now: number };

/** Notes that were begun and not saved, by request, while the portal is open: the dialog around them closes easily. */
const begun = new Map<string, string>();

/** What staff wrote for each other. */
export function NotesPanel({ notes, requestId, now }: NotesPanelProps) {
  const fetcher = useFetcher<RequestFormResult>();
  const [text, setText] = useState(() => {
    const typed = begun.get(requestId) ?? "";
    // The dialog was closed while it was being saved.
    const isSaved = notes.some((note) => note.text === typed.trim());
    return isSaved ? "" : typed;
  });
  const isBusy = fetcher.state !== "idle";
  useEffect(() => {
    if (text) begun.set(requestId, text);
    else begun.delete(requestId);
  }, [requestId, text]);
  useEffect(() => {
    if (fetcher.data?.ok) setText("");
  }, [fetcher.data]);
  const failure = !isBusy && fetcher.data && !fetcher.data.ok ? (fetcher.data.message ?? "The note could not be saved. Please try again.") : null;
  return (
    <section aria-labelledby="request-notes" className="panel-card p-4">
      <h3 id="request-notes" className="font-bold">
        Internal notes
      </h3>
      {notes.length === 0 ? <p className="mt-1 text-muted">No notes yet. Customers never see them.</p> : null}
      <ul className="mt-2 grid gap-3">
        {notes.map(({ id, text, author, createdAt }) => (
          <li key={id} className="border-l-2 border-sun pl-3">
            <p className="break-words whitespace-pre-wrap">{text}</p>
            <p className="text-sm text-muted">
              {author ?? "Former staff"}, <When at={createdAt} now={now} />
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
            onChange={({ target }) => setText(target.value)}
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
