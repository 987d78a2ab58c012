import { quizPath, type Urgency } from "../../constants.ts";

/**
 * Hence nofollow: a prerendered page would start with the state that the click is about to clear.
 */
export function RetakeLink({ slug, preview }: { slug: string; preview: boolean }) {
  return (
    <a
      href={quizPath(slug) + (preview ? "?preview" : "")}
      rel="nofollow"
      data-quiz-retake
      className="btn btn-line"
    >
      Retake Quiz
    </a>
  );
}

/** How an urgency is shown: on the scale, beside a time, and in color. */
export const URGENCY_LOOKS: Record<
  Urgency,
  { name: string; words: string; look: string; bar: string }
> = {
  high: { name: "Urgent", words: "High urgency", look: "bg-danger text-paper", bar: "bg-danger" },
  medium: { name: "Soon", words: "Medium urgency", look: "bg-sun text-ink", bar: "bg-sun" },
  low: { name: "Can wait", words: "Low urgency", look: "bg-ok text-paper", bar: "bg-ok" },
};

/** When to act, and how urgent that is, in words. */
export const describeTimeline = (timeframe: string, urgency: Urgency): string => {
  const { words } = URGENCY_LOOKS[urgency];
  return timeframe ? `${timeframe} (${words.toLowerCase()})` : words;
};

export function Facts({
  serviceType,
  timeframe,
  urgency,
}: {
  serviceType: string;
  timeframe: string;
  urgency: Urgency;
}) {
  const { look } = URGENCY_LOOKS[urgency];
  return (
    <dl className="mt-6 grid gap-3 sm:grid-cols-2">
      <div className="rounded-xl border border-line px-4 py-3">
        <dt className="text-[0.9375rem] text-muted">Service type</dt>
        <dd className="font-semibold">{serviceType}</dd>
      </div>
      <div className={`rounded-xl px-4 py-3 ${look}`} data-urgency={urgency}>
        <dt className="text-[0.9375rem]">Timeline</dt>
        <dd className="font-semibold">{describeTimeline(timeframe, urgency)}</dd>
      </div>
    </dl>
  );
}

export function List({
  title,
  items,
  first = false,
  level = 3,
}: {
  title: string;
  items: readonly string[];
  first?: boolean;
  level?: 2 | 3;
}) {
  if (items.length === 0) return null;
  const Heading = `h${level}` as const;
  return (
    <>
      <Heading className={`h3 ${first ? "" : "mt-6"}`}>{title}</Heading>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5 leading-6 marker:text-action">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  );
}
