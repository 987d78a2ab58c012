import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { Button } from "#app/components/admin/button.tsx";
import { PageDialog } from "#app/components/admin/page-dialog.tsx";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import { EDITOR_PATH } from "../../../constants.ts";
import { countReview, type ReviewItem } from "../../../editor/schema.ts";
import { groupItems, type ReviewEntry } from "../../group-items.ts";
import type { ReviewData } from "../../queries.server.ts";
import { type EntryActions, ReviewEntryCard } from "./review-entry-card.tsx";
import { type ReviewFilter, ReviewToolbar } from "./review-toolbar.tsx";
import { UnmatchedAnswers } from "./unmatched-answers.tsx";
import { useReviewDecisions } from "./use-review-decisions.ts";
import { type ReviewKey, useReviewKeys } from "./use-review-keys.ts";

/** Number of entries rendered at first, and added by Show more. */
const PAGE_SIZE = 40;

/**
 * The review of a quiz as a dialog over the editor: pending and decided items. Closing it returns
 * to the editor.
 */
export function ReviewDialog({
  data: { quiz, items: loaded, unmatchedAnswers },
}: {
  data: ReviewData;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const editor = `${EDITOR_PATH}/${quiz.slug}`;
  const action = `${editor}/review`;
  const { items, failure, dismiss, approve, reject, approveAll } = useReviewDecisions(
    loaded,
    action,
  );
  const [filter, setFilter] = useState<ReviewFilter>({ kind: "all", status: "all" });
  const [limit, setLimit] = useState(PAGE_SIZE);
  const [hasHelp, setHelp] = useState(false);
  const [current, setCurrent] = useState<string | null>(null);
  const [editing, setEditing] = useState<string[] | null>(null);

  const { listed, withStatuses } = useReviewEntries({ loaded, items, filter });
  const shown = listed.slice(0, limit);
  const counts = countReview(items);
  const actions = useMemo(
    (): EntryActions => ({
      approve,
      reject,
      edit: (chosen) => setEditing(chosen ? chosen.map(({ id }) => id) : null),
    }),
    [approve, reject],
  );

  const moveTo = (at: number) => {
    const entry = listed[Math.max(0, Math.min(at, listed.length - 1))];
    if (!entry) return;
    // An entry of the next page must be rendered before it can be focused, and the focus must be
    // there before the next key, which would otherwise decide about another entry.
    flushSync(() => {
      setLimit((now) => Math.max(now, at + 2));
      setCurrent(entry.key);
    });
    const card = document.getElementById(`entry-${entry.key}`);
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: "nearest" });
  };
  const onKey = (key: ReviewKey) => {
    const at = listed.findIndex((entry) => entry.key === current);
    const chosen = listed[at];
    const pending = (chosen ? withStatuses(chosen).items : []).filter(
      ({ status }) => status === "pending_review",
    );
    if (key === "help") setHelp(!hasHelp);
    else if (key === "next") moveTo(at + 1);
    else if (key === "previous") moveTo(at < 0 ? 0 : at - 1);
    else if (pending.length === 0) return;
    // Weights have no texts to edit.
    else if (key === "edit") return chosen?.kind === "weights" ? undefined : actions.edit(pending);
    else {
      if (key === "approve") approve(pending);
      else reject(pending);
      moveTo(at + 1);
    }
  };
  useReviewKeys(dialog, onKey);

  return (
    <>
      <PageDialog
        ref={dialog}
        title="Review results"
        subtitle={<p className="text-sm break-words text-muted">{quiz.title}</p>}
        onCancel={(event) => {
          // Escape closes the form first, not the whole dialog.
          if (!editing) return;
          event.preventDefault();
          setEditing(null);
        }}
        onClose={() => navigate(editor, { preventScrollReset: true })}
        footer={
          <ReviewFooter
            counts={counts}
            onApproveAll={approveAll}
            onClose={() => dialog.current?.close()}
          />
        }
        className="h-[94dvh] w-[min(64rem,96vw)] room-max-sm:m-0 room-max-sm:h-dvh room-max-sm:max-h-none room-max-sm:w-screen room-max-sm:max-w-none room-max-sm:rounded-none"
      >
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
          <ReviewToolbar
            items={items}
            filter={filter}
            onFilter={setFilter}
            hasHelp={hasHelp}
            onHelp={() => setHelp(!hasHelp)}
          />
          <UnmatchedAnswers
            unmatchedAnswers={unmatchedAnswers}
            questions={quiz.questions}
            action={action}
          />
          {shown.map((entry) => {
            const now = withStatuses(entry);
            return (
              <ReviewEntryCard
                key={entry.key}
                entry={now}
                questions={quiz.questions}
                isCurrent={entry.key === current}
                editing={
                  editing && now.items.some(({ id }) => editing.includes(id)) ? editing : null
                }
                action={action}
                actions={actions}
                onFocus={setCurrent}
              />
            );
          })}
          {listed.length === 0 ? <NoReviewEntries hasItems={loaded.length > 0} /> : null}
          {listed.length > limit ? (
            <Button onClick={() => setLimit(limit + PAGE_SIZE)} className="justify-self-center">
              Show more ({(listed.length - limit).toLocaleString("en-US")} left)
            </Button>
          ) : null}
        </div>
      </PageDialog>
      {failure ? <AlertDialog message={failure} onClose={dismiss} /> : null}
    </>
  );
}

type ReviewFooterProps = {
  counts: ReturnType<typeof countReview>;
  onApproveAll: () => void;
  onClose: () => void;
};

function ReviewFooter({ counts, onApproveAll, onClose }: ReviewFooterProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="flex-1 basis-56 text-[0.9375rem] tabular-nums">
        {counts.approved} approved, {counts.pending} pending, {counts.rejected} rejected
      </p>
      <Button tone="primary" disabled={counts.pending === 0} onClick={onApproveAll}>
        Approve All Pending{counts.pending > 0 ? ` (${counts.pending})` : ""}
      </Button>
      <Button onClick={onClose}>Close Review</Button>
    </div>
  );
}

type EntriesOptions = {
  loaded: readonly ReviewItem[];
  items: readonly ReviewItem[];
  filter: ReviewFilter;
};

/**
 * Entries in the order in which they were loaded: decided ones stay in place until the next load.
 */
function useReviewEntries({ loaded, items, filter }: EntriesOptions) {
  const entries = useMemo(() => groupItems(loaded), [loaded]);
  const listed = useMemo(
    () =>
      entries.filter(
        ({ kind, status }) =>
          (filter.kind === "all" || kind === filter.kind) &&
          (filter.status === "all" || status === filter.status),
      ),
    [entries, filter],
  );
  const withStatuses = useMemo(() => {
    const byId = new Map(items.map((item) => [item.id, item]));
    const cache = new Map<string, ReviewEntry>();
    return (entry: ReviewEntry): ReviewEntry => {
      const current = cache.get(entry.key) ?? {
        ...entry,
        items: entry.items.map((item) => byId.get(item.id) ?? item),
      };
      cache.set(entry.key, current);
      return current;
    };
  }, [items]);
  return { listed, withStatuses };
}

function NoReviewEntries({ hasItems }: { hasItems: boolean }) {
  return (
    <p className="rounded-xl border border-line bg-paper p-6 text-center text-muted">
      {hasItems
        ? "Nothing fits this filter."
        : "There is nothing to review. Generate diagnoses in the editor, or write outcomes and safety rules."}
    </p>
  );
}
