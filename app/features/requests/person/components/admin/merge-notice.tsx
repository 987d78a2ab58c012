import { Link, useLocation } from "react-router";
import { LIST_PATH } from "../../../inbox/schema.ts";
import type { PersonRequest } from "../../build-entries.ts";
import { MergeButton } from "./merge-button.tsx";
import { MERGE_NOTICE_ID, useMerge } from "./use-merge.ts";

type MergeNoticeProps = {
  requestId: string;
  /** The request that the open one was merged into; null where it was not. */
  mergedInto: PersonRequest | null;
  /** The days of requests merged into the open one that the customer ended. */
  endedMerged: readonly string[];
};

/**
 * Says that the open request was merged into another, with a way back; or that the customer ended one
 * that was merged into it. It must also be rendered where it shows nothing.
 */
export function MergeNotice({ requestId, mergedInto, endedMerged }: MergeNoticeProps) {
  const { search } = useLocation();
  const merge = useMerge(requestId);
  const ended = endedMerged.length > 0 && !mergedInto;
  if (!mergedInto && !ended) return null;
  return (
    <section
      id={MERGE_NOTICE_ID}
      tabIndex={-1}
      aria-label="About merged requests"
      className="panel-card mb-4 border-petrol p-4"
    >
      {mergedInto ? (
        <>
          <p className="break-words">
            Merged into{" "}
            <Link
              to={{ pathname: `${LIST_PATH}/${mergedInto.id}`, search }}
              preventScrollReset
              className="link font-semibold"
            >
              {mergedInto.service} of {mergedInto.day}
            </Link>
            . Work on it there: everything from this request is shown there, too.
          </p>
          <div className="mt-2">
            <MergeButton merge={merge} sourceId={requestId} targetId={null}>
              Undo merge
            </MergeButton>
          </div>
        </>
      ) : (
        <p className="break-words">
          The customer ended the request of {endedMerged.join(" and that of ")}, which was merged
          into this one. Ask whether this one still stands.
        </p>
      )}
      <p role="alert" className="text-sm text-danger">
        {merge.refusal}
      </p>
    </section>
  );
}
