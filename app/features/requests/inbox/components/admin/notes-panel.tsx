import { useEffect, useRef } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useTabDraft } from "#app/components/admin/use-tab-draft.ts";
import type { RequestDetailData } from "../../loaders.server.ts";
import { NOTE_LENGTH, type RequestFormResult } from "../../schema.ts";

type NotesPanelProps = Pick<RequestDetailData, "notes" | "viewerId"> & {
  requestId: string;
  now: number;
};

/** Notes that staff write for each other. */
export function NotesPanel({ notes, viewerId, requestId, now }: NotesPanelProps) {
  const fetcher = useFetcher<RequestFormResult>();
  const [text, setText] = useTabDraft(`note:${viewerId}:${requestId}`, {
    // The note may have been saved after the dialog was closed.
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
            onChange={({ target }) => setText(target.value)}
            className="field-small w-full"
          />
        </label>
        {failure ? (
          <p role="alert" className="text-sm text-danger">
            {failure}
          </p>
        ) : null}
        <Button type="submit" disabled={isBusy} className="justify-self-start">
          Save note
        </Button>
      </fetcher.Form>
    </section>
  );
}
