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

/** Who does the work and when, below a danger: always urgent. */
export function Facts({ serviceType, timeframe }: { serviceType: string; timeframe: string }) {
  return (
    <dl className="mt-5 flex flex-wrap justify-between gap-x-8 gap-y-1 border-y border-line py-2.5">
      <div className="flex flex-wrap gap-x-2">
        <dt className="text-muted">Service type</dt>
        <dd className="font-semibold">{serviceType}</dd>
      </div>
      <div className="flex flex-wrap gap-x-2">
        <dt className="text-muted">Timeline</dt>
        <dd className="font-semibold text-danger" data-urgency="high">
          {describeTimeline(timeframe, "high")}
        </dd>
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
