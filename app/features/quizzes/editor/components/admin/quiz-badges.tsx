import { CircleCheck, Clock3, Siren, TriangleAlert } from "lucide-react";
import { Badge } from "#app/components/admin/badge.tsx";
import type { Urgency } from "../../../constants.ts";

const URGENCIES = {
  high: { text: "High urgency", tone: "alarm", icon: Siren },
  medium: { text: "Medium urgency", tone: "warning", icon: TriangleAlert },
  low: { text: "Low urgency", tone: "ok", icon: Clock3 },
} as const;

/** Urgency as color, icon and text. */
export function UrgencyBadge({ urgency }: { urgency: Urgency }) {
  const { text, ...look } = URGENCIES[urgency];
  return <Badge {...look}>{text}</Badge>;
}

const STATUSES = {
  pending_review: { text: "Pending", tone: "info", icon: undefined },
  approved: { text: "Approved", tone: "ok", icon: CircleCheck },
  rejected: { text: "Rejected", tone: "danger", icon: undefined },
} as const;

export function StatusBadge({ status, count }: { status: keyof typeof STATUSES; count?: number }) {
  const { text, ...look } = STATUSES[status];
  return <Badge {...look}>{count && count > 1 ? `${count} ${text.toLowerCase()}` : text}</Badge>;
}
