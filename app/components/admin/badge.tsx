const TONES = {
  neutral: "bg-sand",
  muted: "border border-line text-muted",
  notice: "border border-action",
  ok: "border border-ok font-semibold text-ok",
  danger: "border border-danger text-danger",
} as const;
export type BadgeTone = keyof typeof TONES;

type BadgeProps = { tone?: BadgeTone; title?: string; children: React.ReactNode };

/** A word or two about the entry beside it; never the only carrier of a meaning. */
export function Badge({ tone = "neutral", title, children }: BadgeProps) {
  return (
    <span title={title} className={`inline-block rounded-full px-2 text-sm ${TONES[tone]}`}>
      {children}
    </span>
  );
}
