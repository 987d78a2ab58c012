import { Bookmark, Users } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Button } from "#app/components/admin/button.tsx";
import { Dialog } from "#app/components/admin/dialog.tsx";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import type { SavedView } from "../../../views/queries.server.ts";
import type { ViewFormResult } from "../../../views/schema.ts";
import { formatGroupCount } from "../../groups.ts";
import type { RequestListData } from "../../loaders.server.ts";
import { buildListQuery, LIST_PATH, VIEW_LABELS, VIEWS, type View } from "../../schema.ts";
import { SaveViewForm } from "./save-view-form.tsx";
import { useViewCounts } from "./use-view-counts.ts";

/** The views of the list with their counts, and those that staff saved. Each is a link. */
export function ViewChips({ data }: { data: RequestListData }) {
  const { filters, savedViews, query } = data;
  const viewCounts = useViewCounts(data);
  const [isSaving, setSaving] = useState(false);
  const current = query.slice(1);
  // The dashboard links to more views than are offered here.
  const views: readonly View[] = VIEWS.some((view) => view === filters.view)
    ? VIEWS
    : [filters.view, ...VIEWS];
  // The links keep words and status, which the counts do not know.
  const isNarrowed = filters.q !== "" || filters.status !== "all";
  const isSavedView = savedViews.some((view) => view.query === current);
  const nav = useRef<HTMLElement>(null);
  // On a phone the chips scroll sideways, and the current one may be out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is current after a new query
  useEffect(() => {
    const chip = nav.current?.querySelector('[aria-current="page"]');
    chip?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [query]);
  return (
    <nav
      ref={nav}
      aria-label="Views"
      className="flex items-center gap-1.5 overflow-x-auto py-1 room-sm:flex-wrap"
    >
      {views.map((view) => (
        <Chip
          key={view}
          to={LIST_PATH + buildListQuery({ ...filters, view })}
          isCurrent={view === filters.view && !isSavedView}
          count={isNarrowed ? undefined : viewCounts[view]}
        >
          {VIEW_LABELS[view]}
        </Chip>
      ))}
      {savedViews.map((view) => (
        <SavedChip key={view.id} view={view} isCurrent={view.query === current} />
      ))}
      {query && !isSavedView ? (
        <Button onClick={() => setSaving(true)} className="min-h-8! py-0!">
          <Bookmark className="size-4" aria-hidden="true" />
          Save view
        </Button>
      ) : null}
      {isSaving ? (
        <Dialog title="Save this view" onClose={() => setSaving(false)}>
          <SaveViewForm query={current} onDone={() => setSaving(false)} />
        </Dialog>
      ) : null}
    </nav>
  );
}

type ChipProps = {
  to: string;
  isCurrent: boolean;
  count: number | null | undefined;
  title?: string | undefined;
  children: React.ReactNode;
};

function Chip({ to, isCurrent, count, title, children }: ChipProps) {
  return (
    <Link
      to={to}
      title={title}
      aria-current={isCurrent ? "page" : undefined}
      className={`flex min-h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-sm font-semibold whitespace-nowrap ${isCurrent ? "border-petrol bg-petrol text-paper" : "border-line bg-paper hover:bg-sand"}`}
    >
      {children}
      {count ? (
        <span
          className={`rounded-full px-1.5 text-xs tabular-nums ${isCurrent ? "bg-paper text-petrol" : "bg-sand"}`}
        >
          {formatGroupCount(count)}
        </span>
      ) : null}
    </Link>
  );
}

function SavedChip({ view, isCurrent }: { view: SavedView; isCurrent: boolean }) {
  const { id, name, query, isShared, isOwn, owner, count } = view;
  const [reply, setReply] = useState<ViewFormResult>();
  const fetcher = useReplyFetcher<ViewFormResult>(setReply);
  useResultToast(reply && (reply.ok ? { done: reply.message } : { failed: reply.message }));
  return (
    <span className="flex shrink-0 items-center gap-0.5">
      <Chip
        to={`${LIST_PATH}?${query}`}
        isCurrent={isCurrent}
        count={count}
        title={
          count === null ? "Counting: the number shows when the list is loaded again." : undefined
        }
      >
        {isShared ? (
          <Users className="size-4" aria-label={isOwn ? "Shared:" : `Shared by ${owner}:`} />
        ) : (
          <Bookmark className="size-4" aria-label="Saved:" />
        )}
        {name}
      </Chip>
      {isOwn && isCurrent ? (
        <fetcher.Form method="post" action={LIST_PATH}>
          <input type="hidden" name="intent" value="delete-view" />
          <input type="hidden" name="id" value={id} />
          <Button type="submit" disabled={fetcher.state !== "idle"} className="min-h-8! py-0!">
            Delete view
          </Button>
        </fetcher.Form>
      ) : null}
    </span>
  );
}
