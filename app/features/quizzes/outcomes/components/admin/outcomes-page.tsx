import { useCallback } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { LeaveGuard } from "#app/components/admin/leave-guard.tsx";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { EDITOR_PATH, MAX_OUTCOMES, MIN_OUTCOMES } from "../../../constants.ts";
import { QuizLinks } from "../../../editor/components/admin/quiz-links.tsx";
import { CheckPanel } from "../../../validation/components/admin/check-panel.tsx";
import type { EditedModel } from "../../diagnosis-model.server.ts";
import type { ModelForm } from "../../model-form.ts";
import { OutcomeCards } from "./outcome-cards.tsx";
import { RuleCards } from "./rule-cards.tsx";
import { type ModelEditor, useModelEditor } from "./use-model-editor.ts";
import { WeightsTable } from "./weights-table.tsx";

/**
 * Editor of a quiz's outcomes, weights, safety rules and thresholds, with the check of the quiz.
 */
export function OutcomesPage({ loaded }: { loaded: EditedModel }) {
  const editor = useModelEditor(loaded);
  const { base, form, setForm, errors, isSaving } = editor;
  const path = `${EDITOR_PATH}/${loaded.slug}`;
  const isHydrated = useHydrated();
  const setWeight = useCallback(
    (key: string, pair: string, text: string) =>
      setForm((current) => ({
        ...current,
        outcomes: current.outcomes.map((outcome) =>
          outcome.key !== key
            ? outcome
            : pair === "bias"
              ? { ...outcome, bias: text }
              : { ...outcome, weights: withWeight(outcome.weights, pair, text) },
        ),
      })),
    [setForm],
  );
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 pb-20">
      <QuizLinks slug={loaded.slug} title={loaded.title} />
      <fieldset
        disabled={isSaving}
        inert={!isHydrated}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4"
      >
        <legend className="sr-only">Outcomes and safety</legend>
        <Section
          title="Outcomes"
          text={`The ${MIN_OUTCOMES} to ${MAX_OUTCOMES} causes that the model weighs. The most likely one is shown when no diagnosis matches the answers.`}
        >
          <OutcomeCards
            outcomes={form.outcomes}
            serviceType={base.serviceType}
            reviewPath={`${path}/review`}
            errors={errors}
            onChange={(change) =>
              setForm((current) => ({ ...current, outcomes: change(current.outcomes) }))
            }
          />
        </Section>
        {form.outcomes.length > 0 ? (
          <Section
            title="Weights"
            text="How much an answer supports an outcome (above 0) or contradicts it (below 0), in log-odds: 1.4 makes it about four times more likely, 0 changes nothing."
          >
            <WeightsTable
              questions={base.questions}
              outcomes={form.outcomes}
              onChange={setWeight}
            />
            <Thresholds
              form={form}
              onChange={(changes) => setForm((current) => ({ ...current, ...changes }))}
            />
          </Section>
        ) : null}
        <Section
          title="Safety rules"
          text="They apply to every result and can only raise its urgency. A rule of high urgency ends the quiz immediately with its own danger screen."
        >
          <RuleCards
            rules={form.rules}
            questions={base.questions}
            reviewPath={`${path}/review`}
            onChange={(change) =>
              setForm((current) => ({ ...current, rules: change(current.rules) }))
            }
          />
        </Section>
      </fieldset>
      <SaveBar editor={editor} latest={loaded.version} />
      <CheckPanel
        action={`${path}/outcomes`}
        savedVersion={editor.savedVersion}
        isDirty={editor.isDirty}
      />
      <LeaveGuard isDirty={editor.isDirty} />
    </div>
  );
}

/** An empty cell means 0, the same as a missing weight. */
function withWeight(
  weights: Record<string, string>,
  pair: string,
  text: string,
): Record<string, string> {
  if (text !== "") return { ...weights, [pair]: text };
  const { [pair]: _emptied, ...rest } = weights;
  return rest;
}

function Section({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: React.ReactNode;
}) {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return (
    <section aria-labelledby={id} className="panel-card grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      <div>
        <h2 id={id} className="h3">
          {title}
        </h2>
        <p className="max-w-3xl text-[0.9375rem] text-muted">{text}</p>
      </div>
      {children}
    </section>
  );
}

function Thresholds({
  form,
  onChange,
}: {
  form: ModelForm;
  onChange: (changes: Partial<ModelForm>) => void;
}) {
  return (
    <div className="grid gap-3 room-sm:grid-cols-2">
      <div>
        <label htmlFor="posterior" className="text-sm font-semibold">
          Minimum certainty, in percent
        </label>
        <input
          id="posterior"
          inputMode="decimal"
          value={form.posterior}
          onChange={(event) => onChange({ posterior: event.target.value })}
          aria-describedby="posterior-hint"
          className="field-small mt-1 w-full"
        />
        <p id="posterior-hint" className="mt-1 text-sm text-muted">
          The model is used when its most likely outcome reaches this; otherwise visitors get the
          general result.
        </p>
      </div>
      <div>
        <label htmlFor="margin" className="text-sm font-semibold">
          Close call below, in percentage points
        </label>
        <input
          id="margin"
          inputMode="decimal"
          value={form.margin}
          onChange={(event) => onChange({ margin: event.target.value })}
          aria-describedby="margin-hint"
          className="field-small mt-1 w-full"
        />
        <p id="margin-hint" className="mt-1 text-sm text-muted">
          Of two outcomes closer to each other than this, the more urgent one is shown.
        </p>
      </div>
    </div>
  );
}

function SaveBar({ editor, latest }: { editor: ModelEditor; latest: number }) {
  const { conflict, errors, isDirty, isSaving, base } = editor;
  const isHydrated = useHydrated();
  return (
    <div className="sticky bottom-0 z-20 grid gap-2 rounded-xl border border-line bg-paper p-3 shadow-card">
      {conflict ? <ConflictNote editor={editor} conflict={conflict} latest={latest} /> : null}
      {errors.length > 0 ? (
        <ul role="alert" className="grid gap-1 font-semibold text-danger">
          {errors.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ) : null}
      <p className="flex flex-wrap items-center gap-3">
        <Button
          disabled={isSaving || !isHydrated || conflict !== null}
          onClick={editor.save}
          tone="primary"
        >
          {isSaving ? "Saving" : "Save outcomes and safety"}
        </Button>
        <span role="status" className="text-[0.9375rem] text-muted">
          {isDirty ? "Changes are not saved yet." : `Version ${base.version}, saved.`}
        </span>
      </p>
    </div>
  );
}

type ConflictNoteProps = {
  editor: ModelEditor;
  conflict: NonNullable<ModelEditor["conflict"]>;
  latest: number;
};

/**
 * Shown when somebody saved a newer version, or entries of this version were added, changed or
 * rejected in the review.
 */
function ConflictNote({ editor, conflict, latest }: ConflictNoteProps) {
  const isNewer = latest > editor.base.version;
  return (
    <div role="alert" className="grid gap-2 rounded-lg border-2 border-action bg-cream p-3">
      {isNewer ? (
        <p>
          <strong>Not saved: {conflict.savedBy} saved this quiz meanwhile.</strong> You work on
          version {editor.base.version}; version {latest} is the newest. Nothing that you typed is
          lost.
        </p>
      ) : (
        <p>
          <strong>
            Not saved: outcomes or safety rules were added, changed or rejected meanwhile.
          </strong>{" "}
          Nothing that you typed is lost.
        </p>
      )}
      <p className="flex flex-wrap gap-2">
        <Button onClick={editor.keepMine} tone="primary">
          {isNewer ? `Load version ${latest}` : "Load them"} and keep what I typed
        </Button>
        <Button onClick={editor.discardMine} tone="danger">
          {isNewer ? `Discard mine and show version ${latest}` : "Discard mine and show them"}
        </Button>
      </p>
    </div>
  );
}
