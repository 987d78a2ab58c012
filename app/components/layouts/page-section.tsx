import { Fold } from "../ui/fold.tsx";

type PageSectionProps = { id: string; title: string; children: React.ReactNode };

/** A block with a heading, on a page of a customer or a provider. */
export function PageSection({ id, title, children }: PageSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mt-6 scroll-mt-24 rounded-2xl border border-line bg-paper p-5"
    >
      <h2 id={`${id}-title`} className="font-display text-xl font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

type FoldedSectionProps = PageSectionProps & {
  /** Whether it is open from the start. */
  isOpen?: boolean;
  className?: string;
};

/** A block below its heading, which opens it; among blocks that lines separate. */
export const FoldedSection = ({
  id,
  title,
  isOpen,
  className = "",
  children,
}: FoldedSectionProps) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className={`scroll-mt-24 border-line py-5 ${className}`}
  >
    <Fold
      isOpen={isOpen}
      className="py-0"
      summary={
        <h2 id={`${id}-title`} className="font-display text-xl font-bold">
          {title}
        </h2>
      }
    >
      {children}
    </Fold>
  </section>
);
