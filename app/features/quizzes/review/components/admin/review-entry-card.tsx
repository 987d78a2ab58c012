import { memo } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { StatusBadge, UrgencyBadge } from "../../../editor/components/admin/quiz-badges.tsx";
import type { ReviewItem } from "../../../editor/schema.ts";
import { describeAnswers } from "../../../player/describe-answers.ts";
import type { Question } from "../../../schema.ts";
import type { ReviewEntry } from "../../group-items.ts";
import { Combinations } from "./combinations.tsx";
import { LearnedChanges } from "./learned-changes.tsx";
import { ReviewForm } from "./review-form.tsx";

const KIND_NAMES = {
  diagnosis: "Diagnosis",
  outcome: "Outcome of the model",
  rule: "Safety rule",
  weights: "Learned weights",
} as const;
const SOURCES = {
  "built-in": "Built-in generator",
  model: "Language model",
  staff: "Staff",
} as const;
const STATUSES = ["pending_review", "approved", "rejected"] as const;

export type EntryActions = {
  approve: (items: readonly ReviewItem[]) => void;
  reject: (items: readonly ReviewItem[]) => void;
  edit: (items: readonly ReviewItem[] | null) => void;
};

type ReviewEntryCardProps = {
  /** The entry with the current statuses. */
  entry: ReviewEntry;
  questions: readonly Question[];
  isCurrent: boolean;
  /** Ids of the items being edited in this card. */
  editing: readonly string[] | null;
  action: string;
  actions: EntryActions;
  onFocus: (key: string) => void;
};

/** One review entry with everything a visitor would read, and its actions. */
export const ReviewEntryCard = memo(function ReviewEntryCard({
  entry,
  questions,
  isCurrent,
  editing,
  action,
  actions,
  onFocus,
}: ReviewEntryCardProps) {
  const [first] = entry.items;
  if (!first) return null;
  const pending = entry.items.filter(({ status }) => status === "pending_review");
  const combinations = entry.items.flatMap(({ hash }) =>
    hash === null ? [] : [describeAnswers(hash, questions)],
  );
  const many = pending.length > 1 ? ` all ${pending.length}` : "";
  return (
    <article
      id={`entry-${entry.key}`}
      tabIndex={-1}
      aria-labelledby={`title-${entry.key}`}
      data-entry={entry.key}
      onFocus={() => onFocus(entry.key)}
      className={`rounded-xl border-2 bg-paper p-4 outline-none ${isCurrent ? "border-action" : "border-line"}`}
    >
      <p className="flex flex-wrap items-center gap-1.5 text-sm">
        <span className="font-semibold text-muted">{KIND_NAMES[entry.kind]}</span>
        {STATUSES.map((status) => {
          const count = entry.items.filter((item) => item.status === status).length;
          return count > 0 ? <StatusBadge key={status} status={status} count={count} /> : null;
        })}
        <UrgencyBadge urgency={first.data.urgency} />
        <span className="text-muted">
          {SOURCES[first.generator]}
          {entry.visits > 0
            ? `, given ${entry.visits.toLocaleString("en-US")} ${entry.visits === 1 ? "time" : "times"} by visitors`
            : ""}
        </span>
      </p>
      <h3 id={`title-${entry.key}`} className="mt-2 text-lg break-words">
        {first.data.diagnosis}
      </h3>
      {combinations.length > 0 ? (
        <Combinations entry={entry} combinations={combinations} actions={actions} />
      ) : null}
      {entry.kind === "outcome" ? (
        <p className="mt-2 text-sm text-muted">
          Answers every combination for which the model finds it the likeliest.
        </p>
      ) : null}
      {editing ? (
        <div className="mt-3">
          <ReviewForm
            key={editing.join()}
            items={entry.items.filter(({ id }) => editing.includes(id))}
            action={action}
            onSaved={() => actions.edit(null)}
            onCancel={() => actions.edit(null)}
          />
        </div>
      ) : (
        <>
          {first.learned ? (
            <LearnedChanges learned={first.learned} questions={questions} />
          ) : (
            <ReviewItemTexts item={first} />
          )}
          {pending.length > 0 ? (
            <div className="mt-4 flex flex-wrap gap-2">
              <Button onClick={() => actions.approve(pending)} tone="primary">
                Approve{many}
              </Button>
              {first.learned ? null : (
                <Button onClick={() => actions.edit(pending)}>Edit{many}</Button>
              )}
              <Button onClick={() => actions.reject(pending)} tone="danger">
                Reject{many}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </article>
  );
});

function ReviewItemTexts({ item: { kind, data, danger } }: { item: ReviewItem }) {
  if (kind === "rule") {
    return (
      <dl className="mt-3 grid gap-x-6 gap-y-3 room-sm:grid-cols-2">
        <LabeledValue name="Headline of the danger screen" value={danger?.headline} />
        <LabeledValue
          name="Calls"
          value={[danger?.call911 ? "911 first" : "", danger?.alsoCall]
            .filter(Boolean)
            .join(", then ")}
        />
        <LabeledValue name="Steps" lines={data.nextSteps} isOrdered />
        <LabeledValue name="Likely causes" lines={data.causes} />
      </dl>
    );
  }
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-3 room-sm:grid-cols-2">
      <LabeledValue name="Custom message" value={data.customMessage} wide />
      <LabeledValue name="Likely causes" lines={data.causes} />
      <LabeledValue name="Next steps" lines={data.nextSteps} isOrdered />
      <LabeledValue name="Leave to a pro" lines={data.proSteps} />
      <LabeledValue name="Safety lines" lines={data.safetyLines} />
      <LabeledValue name="Timeframe" value={data.timeframe} />
      <LabeledValue name="What waiting risks" value={data.waiting} />
      <LabeledValue name="Service type" value={data.serviceType} />
      {data.preventionTips.length > 0 ? (
        <LabeledValue name="Prevention tips" lines={data.preventionTips} wide />
      ) : null}
    </dl>
  );
}

type LabeledValueProps = {
  name: string;
  value?: string;
  lines?: readonly string[];
  isOrdered?: boolean;
  wide?: boolean;
};

function LabeledValue({ name, value, lines, isOrdered = false, wide = false }: LabeledValueProps) {
  const List = isOrdered ? "ol" : "ul";
  return (
    <div className={`min-w-0 ${wide ? "room-sm:col-span-2" : ""}`}>
      <dt className="text-sm font-semibold text-muted">{name}</dt>
      <dd className="break-words">
        {lines && lines.length > 0 ? (
          <List className={`pl-5 ${isOrdered ? "list-decimal" : "list-disc"}`}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </List>
        ) : (
          value || <span className="text-muted">None</span>
        )}
      </dd>
    </div>
  );
}
