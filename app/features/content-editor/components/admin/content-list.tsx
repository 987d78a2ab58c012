import { Plus } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import { ButtonLink } from "#app/components/admin/button.tsx";
import { IconSheet } from "#app/components/admin/icon-sheet.tsx";
import { ListPanel } from "#app/components/admin/list-panel.tsx";
import { ListToolbar } from "#app/components/admin/list-toolbar.tsx";
import type { Clock } from "#app/components/admin/when.tsx";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import type { ContentFilters } from "../../editor-schema.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { DeletedContent } from "./deleted-content.tsx";
import { ROW_ICONS } from "./row-actions.tsx";

const STATUSES = { active: "Active", inactive: "Inactive" };

/** A kind of content as its list shows it. */
export type ListedKind = {
  /** Such as "quiz". */
  noun: string;
  plural: string;
  /** URL of the list, whose action publishes, deletes and restores. */
  path: string;
  /** Label of the search field, such as "Search by title or slug". */
  searchLabel: string;
  create: { path: string; label: string };
  publicPath: (slug: string) => string;
  /** `word` must be typed to confirm. */
  deletion: { question: string; word?: string };
  messages: { statusFailed: string; deleteFailed: string };
};
type Item = { id: string; title: string };
type DeletedItem = Item & { slug: string; deletedAt: Date };
export type ListFailure = { message: string; detail: string | undefined };
type RowCallbacks = {
  onStatusFail: (detail: string | undefined) => void;
  onDelete: (item: Item) => void;
};

type ContentListProps = {
  kind: ListedKind;
  filters: ContentFilters;
  deleted: readonly DeletedItem[];
  clock: Clock;
  /** More controls of the toolbar. */
  controls?: ReactNode;
  /** Shown between toolbar and rows. */
  notice?: (onFail: (failure: ListFailure) => void) => ReactNode;
  /** The rows, or an empty state. */
  children: (callbacks: RowCallbacks) => ReactNode;
};

/** A list of content with search, publishing, deletion and what was deleted. */
export function ContentList({
  kind,
  filters,
  deleted,
  clock,
  controls,
  notice,
  children,
}: ContentListProps) {
  const [failure, setFailure] = useState<ListFailure>();
  const [toDelete, setToDelete] = useState<Item>();
  const { statusFailed, deleteFailed } = kind.messages;
  const onStatusFail = useCallback(
    (detail: string | undefined) => setFailure({ message: statusFailed, detail }),
    [statusFailed],
  );
  return (
    <>
      <ListToolbar path={kind.path} filters={filters} label={kind.searchLabel} statuses={STATUSES}>
        {controls}
        <ButtonLink to={kind.create.path} tone="primary">
          <Plus className="size-4" aria-hidden="true" />
          {kind.create.label}
        </ButtonLink>
      </ListToolbar>
      {notice?.(setFailure)}
      <IconSheet icons={ROW_ICONS} />
      <ListPanel path={kind.path}>{children({ onStatusFail, onDelete: setToDelete })}</ListPanel>
      {deleted.length > 0 ? (
        <DeletedContent
          items={deleted.map((item) => ({ ...item, path: kind.publicPath(item.slug) }))}
          clock={clock}
          kind={{ noun: kind.noun, plural: kind.plural, action: kind.path }}
        />
      ) : null}
      {toDelete ? (
        <DeleteDialog
          key={toDelete.id}
          item={toDelete}
          {...kind.deletion}
          label={`Delete ${kind.noun}`}
          action={kind.path}
          onClose={() => setToDelete(undefined)}
          onFail={(detail) => {
            setToDelete(undefined);
            setFailure({ message: deleteFailed, detail });
          }}
        />
      ) : null}
      {failure ? <AlertDialog {...failure} onClose={() => setFailure(undefined)} /> : null}
    </>
  );
}
