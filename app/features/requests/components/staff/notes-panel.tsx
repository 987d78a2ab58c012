import { useFetcher } from "react-router";
import type { RequestDetailData } from "../../present-requests.server.ts";
import { NOTE_LENGTH, type RequestFormResult } from "../../staff-schema.ts";
import { When } from "./request-parts.tsx";

type NotesPanelProps = Pick<RequestDetailData, "notes"> & { requestId: string; now: number };

/** What staff wrote for each other. */
export function NotesPanel({ notes, requestId, now }: NotesPanelProps) {
  const fetcher = useFetcher<RequestFormResult>();
  const failure = fetcher.state === "idle" && fetcher.data && !fetcher.data.ok ? (fetcher.data.message ?? "The note could not be saved. Please try again.") : null;
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
      {/* A stored note gives the form a new key, and so an empty field. */}
      <fetcher.Form key={notes.length} method="post" className="mt-3 grid gap-2">
        <input type="hidden" name="intent" value="note" />
        <input type="hidden" name="id" value={requestId} />
        <label className="grid gap-1">
          <span className="text-sm font-semibold">Add a note</span>
          <textarea name="text" rows={3} required maxLength={NOTE_LENGTH} className="field-small w-full" />
        </label>
        {failure ? (
          <p role="alert" className="text-sm text-danger">
            {failure}
          </p>
        ) : null}
        <button type="submit" disabled={fetcher.state !== "idle"} className="btn-small justify-self-start">
          Save note
        </button>
      </fetcher.Form>
    </section>
  );
}
