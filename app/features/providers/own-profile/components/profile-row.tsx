import { Badge } from "#app/components/ui/badge.tsx";
import { ChevronIcon } from "#app/components/ui/chrome-icons.tsx";

type ProfileRowProps = {
  id: string;
  title: string;
  /** The current value, in words. */
  value: string;
  /** What the reader should know before opening it. */
  note?: string | false;
  isOpen: boolean;
  children: React.ReactNode;
};

/** A part of the profile: what is set now, and behind it the forms. The address opens it by its id. */
export function ProfileRow({ id, title, value, note, isOpen, children }: ProfileRowProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} data-part className="scroll-mt-4">
      <details open={isOpen} className="group">
        <summary className="grid min-h-16 list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-5 py-3 [&::-webkit-details-marker]:hidden">
          <h3 id={`${id}-title`} className="text-lg leading-6 font-bold">
            {title}
          </h3>
          <span className="col-start-1 mt-0.5 leading-6 wrap-anywhere text-muted">{value}</span>
          {note ? (
            <span className="col-start-1 mt-1">
              <Badge tone="warm">{note}</Badge>
            </span>
          ) : null}
          <ChevronIcon className="col-start-2 row-span-3 row-start-1 size-5 text-petrol group-open:rotate-180" />
        </summary>
        <div className="px-5 pb-6">{children}</div>
      </details>
    </section>
  );
}
