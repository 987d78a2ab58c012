import { startTransition, useCallback, useRef } from "react";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
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
import { ThankYouHeading } from "../thank-you-heading.tsx";
import { clearDraft, getDraftKey } from "./draft-storage.ts";
import { useQuoteWizard } from "./use-quote-wizard.ts";
import { type LoadReceipt, useSentReceipt } from "./use-sent-receipt.ts";
import { useStepFocus } from "./use-step-focus.ts";
import { useVisibleTime } from "./use-visible-time.ts";
import { StepProgress, WizardButtons } from "./wizard-controls.tsx";
import { ContactOffer, UndoNotice } from "./wizard-notices.tsx";
import { canStartOver, showsSign, type WizardAction } from "./wizard-state.ts";

export type WizardStart = {
  /** Name of a service, or a label such as "General Services". */
  serviceType?: string;
  prefill?: Partial<QuoteDraft>;
  quiz?: QuizHandoff;
};

type QuoteWizardProps = {
  config: QuoteFormConfig;
  start: WizardStart;
  /**
   * On the quote page: where the browser posts the first step if the script has not loaded yet. The
   * plain form continues from there.
   */
  action?: string;
  loadReceipt: LoadReceipt;
};

/** The five steps of a quote request, in a dialog or on the quote page. */
export function QuoteWizard({ config, start, action, loadReceipt }: QuoteWizardProps) {
  const form = useRef<HTMLFormElement>(null);
  const draftKey = getDraftKey(start);
  const quizAnswers = start.quiz
    ? JSON.stringify(start.quiz.answers.map(({ answer }) => answer))
    : "";
  const isPage = action !== undefined;
  const [state, dispatch, unknownZip] = useQuoteWizard({
    draftKey,
    prefill: start.prefill ?? {},
    quizAnswers,
    form,
    isPage,
  });
  const { step, values, errors, refusals, sending } = state;
  const words = getQuoteWording(config, start.serviceType);
  /** The sign in the link that opened the form, which is in the description of step 2. */
  const sign = start.prefill?.description ?? "";
  const { top, heading } = useStepFocus({ form, step, errors, refusals });
  const consent = useRef<HTMLParagraphElement>(null);
  const evidence = useVisibleTime(consent, step === LAST_QUESTION_STEP);

  // Several fields that change in the same task were autofilled by the browser.
  const autofilled = useRef(new Set<string>()).current;
  const onChange = useCallback(
    (field: QuoteField, value: string) => {
      autofilled.add(field);
      setTimeout(() => autofilled.delete(field));
      dispatch({ type: "change", field, value, autofilled: new Set(autofilled) });
    },
    [autofilled, dispatch],
  );
  /** For buttons that disappear when pressed: moves the focus to the heading. */
  const dispatchFromButton = (action: WizardAction) => {
    dispatch(action);
    heading.current?.focus({ preventScroll: true });
    // The notice with Undo is below the heading.
    heading.current?.scrollIntoView({ block: "nearest" });
  };

  const submit = async () => {
    if (!isComplete(LAST_QUESTION_STEP, values)) return dispatch({ type: "continue", from: step });
    dispatch({ type: "sending" });
    const website = new FormData(form.current ?? undefined).get("website")?.toString() ?? "";
    try {
      const sent = await submitQuote({
        values,
        serviceType: start.serviceType,
        quiz: start.quiz,
        config,
        evidence: { ...evidence(), startedAt: state.startedAt, website },
      });
      // Here and not in an effect: a visitor who leaves now must not find the sent answers again.
      clearDraft(draftKey);
      dispatch({ type: "sent", sent });
    } catch {
      dispatch({ type: "failed", message: submissionFailed(config.phone) });
    }
  };

  const onSubmit = (event: React.FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (step === LAST_QUESTION_STEP) void submit();
    // The button shows the tap before the next step is rendered, which takes a slow phone a moment.
    // A refused step is shown at once: only within the tap may its field open the keyboard.
    else if (isComplete(step, values))
      startTransition(() => dispatch({ type: "continue", from: step }));
    else dispatch({ type: "continue", from: step });
  };

  const SentReceipt = useSentReceipt(state, loadReceipt);
  const fields = {
    values,
    words,
    unknownZip,
    phone: config.phone,
    errors: formatErrors(errors, words),
    onChange,
  };
  return (
    <div ref={top} className="relative scroll-mt-5">
      <StepProgress step={step} serviceType={start.serviceType} isDialog={!isPage} />
      {showsSign(state, sign) ? (
        <p className={`leading-6 ${isPage ? "mt-3" : "mt-1"}`}>You chose: “{sign}”</p>
      ) : null}
      {step < WIZARD_STEPS ? (
        <form
          ref={form}
          method="post"
          action={action}
          onSubmit={onSubmit}
          noValidate
          className={`grid gap-4 ${isPage ? "mt-4 sm:mt-5 sm:gap-5" : "mt-3"}`}
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
              draftKey={draftKey}
              values={values}
              onUse={(contact) => dispatchFromButton({ type: "contact", contact })}
            />
          ) : null}
          <StepFields step={step} {...fields} />
          {step === LAST_QUESTION_STEP ? (
            <>
              <HoneypotField />
              {/* Above the consent, which stays directly above Submit. */}
              <p>Next: we read it. No pro gets your number until you say yes.</p>
              <ConsentNotice ref={consent} wording={config.consent.wording} />
            </>
          ) : null}
          <WizardButtons
            step={step}
            sending={sending}
            onBack={() => startTransition(() => dispatch({ type: "back", from: step }))}
          />
          {/* In a dialog, which covers the number in the header. */}
          {isPage ? null : (
            <p className="text-center">
              Free, no account. Rather talk?{" "}
              <PhoneLink phone={config.phone} className="link py-1" />
            </p>
          )}
          {/* Hidden and not left out: a new element costs a slow phone more than the first letter. */}
          <button
            type="button"
            className="link justify-self-center py-1"
            hidden={!canStartOver(state)}
            disabled={sending}
            onClick={() => dispatchFromButton({ type: "start-over" })}
          >
            Start over
          </button>
        </form>
      ) : (
        <div className="mt-5">
          <ThankYouHeading persona={config.persona} hours={config.hours} headingRef={heading} />
          {SentReceipt ? (
            <SentReceipt
              config={config}
              serviceType={start.serviceType}
              values={values}
              sent={state.sent}
            />
          ) : null}
        </div>
      )}
      {state.alert ? (
        <AlertDialog message={state.alert} onClose={() => dispatch({ type: "dismiss" })} />
      ) : null}
    </div>
  );
}
