import { Keyboard } from "lucide-react";
import { Button } from "#app/components/admin/button.tsx";
import type { ReviewItem, ReviewKind } from "../../../editor/schema.ts";
import type { ReviewStatus } from "../../group-items.ts";

export type ReviewFilter = { kind: ReviewKind | "all"; status: ReviewStatus | "all" };

const KINDS = [
  { value: "all", label: "All" },
  { value: "diagnosis", label: "Diagnoses" },
  { value: "outcome", label: "Outcomes" },
  { value: "rule", label: "Safety rules" },
  { value: "weights", label: "Learned weights" },
] as const;
const STATUSES = [
  { value: "all", label: "All, pending first" },
  { value: "pending_review", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
] as const;
const KEYS = [
  ["j or arrow down", "next"],
  ["k or arrow up", "previous"],
  ["a", "approve"],
  ["r", "reject"],
  ["e", "edit"],
  ["?", "show or hide these keys"],
] as const;

type ReviewToolbarProps = {
  items: readonly ReviewItem[];
  filter: ReviewFilter;
  onFilter: (filter: ReviewFilter) => void;
  hasHelp: boolean;
  onHelp: () => void;
};

/** Filters of the review, and the keyboard shortcuts. */
export function ReviewToolbar({ items, filter, onFilter, hasHelp, onHelp }: ReviewToolbarProps) {
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of form fields */}
        <div role="group" aria-label="Kind" className="flex flex-wrap gap-1">
          {KINDS.map(({ value, label }) => (
            <Button
              key={value}
              aria-pressed={filter.kind === value}
              onClick={() => onFilter({ ...filter, kind: value })}
              tone={filter.kind === value ? "current" : "plain"}
            >
              {label}
              <span className="font-normal tabular-nums text-muted">
                {items.filter(({ kind }) => value === "all" || kind === value).length}
              </span>
            </Button>
          ))}
        </div>
        <label className="flex flex-wrap items-center gap-x-2 text-sm font-semibold">
          Show
          <select
            value={filter.status}
            onChange={(event) =>
              onFilter({ ...filter, status: event.target.value as ReviewFilter["status"] })
            }
            className="field-small font-normal"
          >
            {STATUSES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <Button aria-expanded={hasHelp} onClick={onHelp} className="room-max-sm:hidden">
          <Keyboard className="size-5" aria-hidden="true" />
          Keys
        </Button>
      </div>
      {hasHelp ? (
        <dl
          aria-label="Keys"
          className="flex flex-wrap gap-x-5 gap-y-1 rounded-lg bg-sand p-3 text-sm"
        >
          {KEYS.map(([key, effect]) => (
            <div key={key} className="flex items-baseline gap-1.5">
              <dt>
                <kbd className="rounded border border-line bg-paper px-1.5 font-semibold">
                  {key}
                </kbd>
              </dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}
