import { useEffect, useRef } from "react";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import { ConsentNotice } from "#app/features/consent/components/consent-notice.tsx";
import type { QuizHandoff } from "#app/lib/quiz-handoff.ts";
import {
  EARLY_STEP,
  LAST_QUESTION_STEP,
  submissionFailed,
  WIZARD_STEPS,
} from "../../../constants.ts";
import type { QuoteDraft, QuoteField } from "../../fields.ts";
import type { QuoteFormConfig } from "../../quote-form-config.ts";
import { formatErrors, getQuoteWording } from "../../quote-wording.ts";
import { isComplete } from "../../schema.ts";
import { submitQuote } from "../../submit-quote.ts";
import { HoneypotField, StepFields } from "../quote-fields.tsx";
import { ThankYou } from "../thank-you.tsx";
import { clearDraft, getDraftKey } from "./draft-storage.ts";
import { useQuoteWizard } from "./use-quote-wizard.ts";
import { useVisibleTime } from "./use-visible-time.ts";
import { ContactOffer, UndoNotice } from "./wizard-notices.tsx";
import { canStartOver, type WizardAction } from "./wizard-state.ts";

export type WizardStart = {
  /** Name of the service, or a label such as "General Services". */
  serviceType?: string;
  prefill?: Partial<QuoteDraft>;
  quiz?: QuizHandoff;
};

type QuoteWizardProps = {
  config: QuoteFormConfig;
  start: WizardStart;
  /**
   * On the quote page: where the first step is posted before the script has loaded. The plain form
   * follows.
   */
  action?: string;
};

/** The five steps of a quote request, in a dialog or on the quote page. */
export function QuoteWizard({ config, start, action }: QuoteWizardProps) {
  const form = useRef<HTMLFormElement>(null);
  const draft = getDraftKey(start);
  const quizAnswers = start.quiz
    ? JSON.stringify(start.quiz.answers.map(({ answer }) => answer))
    : "";
  const [state, dispatch, unknownZip] = useQuoteWizard({
    draft,
    prefill: start.prefill ?? {},
    quizAnswers,
    form,
    isPage: action !== undefined,
  });
  const { step, values, errors, refusals, sending } = state;
  const words = getQuoteWording(config, start.serviceType);
  const top = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const consent = useRef<HTMLParagraphElement>(null);
  const evidence = useVisibleTime(consent, step === LAST_QUESTION_STEP);
  const stepBefore = useRef(step);

  useEffect(() => {
    if (stepBefore.current === step) return;
    stepBefore.current = step;
    heading.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: "start" });
  }, [step]);

  // The first invalid field gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a refusal; correcting one field must not move the focus to the next
  useEffect(() => {
    const [first] = Object.keys(errors);
    if (!first) return;
    const field = form.current?.querySelector<HTMLElement>(`[data-field="${first}"]`);
    (field?.querySelector<HTMLElement>("input") ?? field)?.focus();
  }, [refusals]);

  // Changes in the same task come from the browser filling in several fields at once.
  const together = useRef(new Set<string>()).current;
  const onChange = (field: QuoteField, value: string) => {
    together.add(field);
    setTimeout(() => together.delete(field));
    dispatch({ type: "change", field, value, together: new Set(together) });
  };
  /** For buttons that disappear when pressed: moves the focus to the heading. */
  const dispatchFromButton = (action: WizardAction) => {
    dispatch(action);
    heading.current?.focus({ preventScroll: true });
    // The notice with Undo is below the heading.
    heading.current?.scrollIntoView({ block: "nearest" });
  };

  const submit = async () => {
    if (!isComplete(LAST_QUESTION_STEP, values)) return dispatch({ type: "continue" });
    dispatch({ type: "sending" });
    const website = new FormData(form.current ?? undefined).get("website")?.toString() ?? "";
    try {
      await submitQuote({
        values,
        serviceType: start.serviceType,
        quiz: start.quiz,
        config,
        evidence: { ...evidence(), startedAt: state.startedAt, website },
      });
      // At once and not in an effect: a visitor who leaves now must not find the sent answers in the
      // form again.
      clearDraft(draft);
      dispatch({ type: "sent" });
    } catch {
      dispatch({ type: "failed", message: submissionFailed(config.phone) });
    }
  };

  const onSubmit = (event: React.FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (step === LAST_QUESTION_STEP) void submit();
    else dispatch({ type: "continue" });
  };

  const fields = { values, words, unknownZip, errors: formatErrors(errors, words), onChange };
  return (
    <div ref={top} className="relative scroll-mt-5">
      <div className="pr-12">
        <p role="status" className="text-[0.9375rem] font-semibold text-muted">
          Step {step} of {WIZARD_STEPS}
          {start.serviceType ? `: ${start.serviceType}` : ""}
        </p>
        <progress
          value={step}
          max={WIZARD_STEPS}
          aria-label={`Step ${step} of ${WIZARD_STEPS}`}
          className="mt-2 block h-2 w-full overflow-hidden rounded-full bg-sand accent-action [&::-moz-progress-bar]:bg-action [&::-webkit-progress-bar]:bg-sand [&::-webkit-progress-value]:bg-action"
        />
      </div>
      {step < WIZARD_STEPS ? (
        <form
          ref={form}
          method="post"
          action={action}
          onSubmit={onSubmit}
          noValidate
          className="mt-5 grid gap-5"
        >
          <div>
            <h2 ref={heading} tabIndex={-1} className="h2 scroll-mt-5 outline-none">
              {words.titles[step - 1]}
            </h2>
            <UndoNotice undo={state.undo} onUndo={() => dispatchFromButton({ type: "undo" })} />
          </div>
          {action ? <input type="hidden" name={EARLY_STEP} value="1" /> : null}
          {step === LAST_QUESTION_STEP ? (
            <ContactOffer
              draft={draft}
              values={values}
              onUse={(contact) => dispatchFromButton({ type: "contact", contact })}
            />
          ) : null}
          <StepFields step={step} {...fields} />
          {step === LAST_QUESTION_STEP ? (
            <>
              <HoneypotField />
              <ConsentNotice ref={consent} wording={config.consent.wording} />
            </>
          ) : null}
          <div className="flex flex-wrap gap-3">
            <button
              type="button"
              className="btn btn-line"
              disabled={step === 1 || sending}
              onClick={() => dispatch({ type: "back" })}
            >
              Go Back
            </button>
            <button type="submit" className="btn btn-action grow" disabled={sending}>
              {sending ? "Sending..." : step === LAST_QUESTION_STEP ? "Submit" : "Continue"}
            </button>
          </div>
          {canStartOver(state) ? (
            <button
              type="button"
              className="link justify-self-center py-1"
              disabled={sending}
              onClick={() => dispatchFromButton({ type: "start-over" })}
            >
              Start over
            </button>
          ) : null}
        </form>
      ) : (
        <div className="mt-5">
          <ThankYou
            headingRef={heading}
            phone={config.phone}
            persona={config.persona}
            communication={values.communicationPreference}
            scheduling={values.schedulingPreference}
            hasEmail={values.email.trim() !== ""}
          />
        </div>
      )}
      {state.alert ? (
        <AlertDialog message={state.alert} onClose={() => dispatch({ type: "dismiss" })} />
      ) : null}
    </div>
  );
}
