import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import type { RequestDetailData } from "../../loaders.server.ts";
import { FromRequest } from "./request-parts.tsx";

type ActivityProps = Pick<RequestDetailData, "notes" | "timeline"> & { now: number };

/** What happened and what staff noted, newest first. */
export function Activity({ notes, timeline, now }: ActivityProps) {
  const noteTexts = new Map(notes.map(({ id, text }) => [id, text]));
  return (
    <section aria-labelledby="request-timeline" className="panel-card p-4">
      <h3 id="request-timeline" className="font-bold">
        Notes and timeline
      </h3>
      <p className="text-sm text-muted">Customers never see this.</p>
      <ol className="mt-2 grid gap-2">
        {timeline.map(({ id, at, text, by, from }) => {
          const note = noteTexts.get(id);
          return (
            <li
              key={id}
              className={`border-l-2 pl-3 break-words ${note === undefined ? "border-line" : "border-sun"}`}
            >
              {note === undefined ? text : <p className="whitespace-pre-wrap">{note}</p>}
              <span className="block text-sm text-muted">
                <FromRequest day={from} />
                {note === undefined ? "" : "Note, "}
                {by ? `${by}, ` : note === undefined ? "" : "Former staff, "}
                <TimeAgo at={at} now={now} />
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
