/**
 * The groups of the inbox in the order in which they are shown. Every request that is neither snoozed
 * nor merged is in exactly one.
 */
export const GROUPS = [
  "emergency",
  "returned",
  "overdue",
  "new",
  "waiting",
  "contacted",
  "closed",
] as const;
export type Group = (typeof GROUPS)[number];

export const GROUP_LABELS: Record<Group, string> = {
  emergency: "Emergency",
  returned: "Returned",
  overdue: "Waiting over 1 h",
  new: "New",
  waiting: "Waiting for a yes",
  contacted: "Contacted",
  closed: "Closed",
};

/** What staff do with the requests of a group. */
export const GROUP_HINTS: Record<Group, string> = {
  emergency: "Call first",
  returned: "Assigned to a colleague who did not try to reach the customer",
  overdue: "Nobody has tried to reach these customers yet",
  new: "Arrived within the last hour, or tried without success",
  waiting: "A professional accepted: call the customer and ask",
  contacted: "Somebody spoke with the customer",
  closed: "",
};

/** How many rows of each group the inbox shows: at most what fits on a screen; a link leads to the rest. */
export const GROUP_ROWS: Record<Group, number> = {
  emergency: 12,
  returned: 12,
  overdue: 12,
  new: 12,
  waiting: 12,
  contacted: 8,
  closed: 4,
};

/** Who has waited longest comes first where people wait for a first call. */
export const OLDEST_FIRST: readonly string[] = ["emergency", "returned", "overdue", "to-call"];

/** Counts stop here: staff need to know that there are many, not how many thousands. */
export const MAX_COUNT = 1_000;
export const formatGroupCount = (count: number) =>
  count >= MAX_COUNT ? `${MAX_COUNT - 1}+` : String(count);
