import { useEffect, useState } from "react";
import { toast } from "sonner";
import { Button } from "#app/components/admin/button.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { type Clock, When } from "#app/components/admin/when.tsx";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import { RESTORE_DAYS } from "#app/features/settings/retention.ts";
import { capitalize } from "#app/lib/text.ts";
import type { ListFormResult } from "../../editor-schema.ts";

type DeletedItem = {
  id: string;
  title: string;
  /** Path of the public page. */
  path: string;
  deletedAt: Date;
};
type Kind = {
  /** Such as "quiz". */
  noun: string;
  plural: string;
  /** URL of the list, whose action restores. */
  action: string;
};

/** Deleted content that a superadmin can restore. */
export function DeletedContent({
  items,
  clock,
  kind,
}: {
  items: DeletedItem[];
  clock: Clock;
  kind: Kind;
}) {
  const [failed, setFailed] = useState<string>();
  return (
    <section aria-labelledby="deleted-content" className="panel-card p-5">
      <h2 id="deleted-content" className="font-display text-lg font-extrabold">
        Deleted {kind.plural}
      </h2>
      <p className="text-[0.9375rem] text-muted">
        They can be restored for {RESTORE_DAYS} days, and come back inactive.
      </p>
      <ul className="mt-2 divide-y divide-line">
        {items.map((item) => (
          <DeletedRow key={item.id} item={item} clock={clock} kind={kind} onFail={setFailed} />
        ))}
      </ul>
      {failed ? <AlertDialog message={failed} onClose={() => setFailed(undefined)} /> : null}
    </section>
  );
}

function DeletedRow({
  item,
  clock,
  kind,
  onFail,
}: {
  item: DeletedItem;
  clock: Clock;
  kind: Kind;
  onFail: (message: string) => void;
}) {
  const fetcher = useFetcher<ListFormResult>();
  const { data } = fetcher;
  useEffect(() => {
    if (data?.ok) toast.success(`${capitalize(kind.noun)} restored`);
    else if (data) onFail(data.message ?? `Failed to restore ${kind.noun}`);
  }, [data, kind.noun, onFail]);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="font-semibold wrap-anywhere">{item.title}</span>{" "}
        <span className="text-muted">
          {item.path}, deleted <When at={item.deletedAt} clock={clock} />
        </span>
      </span>
      <fetcher.Form method="post" action={kind.action}>
        <input type="hidden" name="id" value={item.id} />
        <Button
          type="submit"
          name="intent"
          value="restore"
          disabled={fetcher.state !== "idle"}
          aria-label={`Restore ${item.title}`}
        >
          Restore
        </Button>
      </fetcher.Form>
    </li>
  );
}
