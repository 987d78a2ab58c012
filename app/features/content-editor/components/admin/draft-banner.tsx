import { Button } from "#app/components/admin/button.tsx";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { type Clock, When } from "#app/components/admin/when.tsx";

/** A draft that can be restored; `name` is its title and may be empty. */
type OfferedDraft = { key: string; savedAt: Date; name: string };
type DraftBannerProps = {
  drafts: readonly OfferedDraft[];
  clock: Clock;
  onRestore: (key: string) => void;
  onDiscard: (key: string) => void;
};

/**
 * Earlier unsaved changes. The banner stays until they are restored or discarded; the form can be
 * edited meanwhile.
 */
export function DraftBanner({ drafts, clock, onRestore, onDiscard }: DraftBannerProps) {
  // A click before hydration would be lost.
  const isHydrated = useHydrated();
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Unsaved changes" className="panel-card border-petrol! px-5 py-3">
      <ul className="grid gap-2">
        {drafts.map(({ key, savedAt, name }) => (
          <li key={key} className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 wrap-anywhere">
              <span className="font-semibold">
                You have unsaved changes from <When at={savedAt} clock={clock} />.
              </span>{" "}
              {name ? <span className="text-muted">“{name}”</span> : null}
            </p>
            <span className="flex flex-wrap gap-2">
              <Button disabled={!isHydrated} onClick={() => onRestore(key)} tone="primary">
                Restore
              </Button>
              <Button disabled={!isHydrated} onClick={() => onDiscard(key)}>
                Discard
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
