const TONES = {
  strong: "bg-danger text-paper",
  warm: "bg-sun text-ink",
  calm: "bg-ok text-paper",
  plain: "border border-line bg-paper text-ink",
};
export type Tone = keyof typeof TONES;

/** A short label for the entry beside it. The color alone must never carry a meaning. */
export function Badge({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  return (
    <span
      className={`inline-block rounded-full px-2.5 py-0.5 text-sm font-semibold ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
