import { CircleCheck, Clock3, Siren, TriangleAlert } from "lucide-react";
import type { Urgency } from "../../../constants.ts";

const URGENCIES = {
  high: { text: "High urgency", style: "border-danger bg-danger text-paper", Icon: Siren },
  medium: { text: "Medium urgency", style: "border-sun bg-sun text-ink", Icon: TriangleAlert },
  low: { text: "Low urgency", style: "border-ok bg-paper text-ok", Icon: Clock3 },
} as const;

/** Urgency as color, icon and text. */
export function UrgencyBadge({ urgency }: { urgency: Urgency }) {
  const { text, style, Icon } = URGENCIES[urgency];
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full border px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap room-max-xs:whitespace-normal ${style}`}
    >
      <Icon className="size-4" aria-hidden="true" />
      {text}
    </span>
  );
}

const STATUSES = {
  pending_review: { text: "Pending", style: "border-petrol text-petrol" },
  approved: { text: "Approved", style: "border-ok text-ok" },
  rejected: { text: "Rejected", style: "border-danger text-danger" },
} as const;

export function StatusBadge({ status, count }: { status: keyof typeof STATUSES; count?: number }) {
  const { text, style } = STATUSES[status];
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full border bg-paper px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap room-max-xs:whitespace-normal ${style}`}
    >
      {status === "approved" ? <CircleCheck className="size-4" aria-hidden="true" /> : null}
      {count && count > 1 ? `${count} ${text.toLowerCase()}` : text}
    </span>
  );
}
