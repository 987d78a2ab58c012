import type { LucideIcon } from "lucide-react";

const TONES = {
  neutral: "bg-sand",
  muted: "border border-line text-muted",
  notice: "border border-action",
  info: "border border-petrol font-semibold text-petrol",
  ok: "border border-ok font-semibold text-ok",
  danger: "border border-danger font-semibold text-danger",
  strong: "bg-petrol font-semibold text-paper",
  warning: "bg-sun font-semibold",
  alarm: "bg-danger font-semibold text-paper",
} as const;
export type BadgeTone = keyof typeof TONES;

type BadgeProps = {
  tone?: BadgeTone;
  title?: string;
  icon?: LucideIcon;
  /** Lets a long text wrap onto several lines. */
  isLong?: boolean;
  children: React.ReactNode;
};

/** A short label for the entry beside it. The color alone must never carry a meaning. */
export function Badge({ tone = "neutral", title, icon: Icon, isLong, children }: BadgeProps) {
  const shape = isLong ? "rounded-lg break-words" : "rounded-full";
  const layout = Icon ? "inline-flex items-center gap-1 align-top" : "inline-block";
  return (
    <span title={title} className={`px-2 text-sm ${layout} ${shape} ${TONES[tone]}`}>
      {Icon ? <Icon className="size-4" aria-hidden="true" /> : null}
      {children}
    </span>
  );
}
