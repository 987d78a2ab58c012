import { type Clock, When } from "#app/features/settings/components/staff/when.tsx";

type DraftBannerProps = { savedAt: Date; clock: Clock; onContinue: () => void; onDiscard: () => void };

/** What was typed and not saved the last time. Until it is decided upon, nothing is typed over it. */
export function DraftBanner({ savedAt, clock, onContinue, onDiscard }: DraftBannerProps) {
  return (
    <section aria-label="Unsaved changes" className="panel-card sticky top-16 z-10 flex flex-wrap items-center justify-between gap-3 border-petrol! px-5 py-3">
      <p className="font-semibold">
        You have unsaved changes from <When at={savedAt} clock={clock} />.
      </p>
      <span className="flex gap-2">
        <button type="button" onClick={onContinue} className="btn-small btn-main">
          Continue
        </button>
        <button type="button" onClick={onDiscard} className="btn-small">
          Discard
        </button>
      </span>
    </section>
  );
}
