import { LAST_QUESTION_STEP, WIZARD_STEPS } from "../../../constants.ts";

type StepProgressProps = {
  step: number;
  serviceType?: string;
  /** In a dialog, whose Close button is beside the text: the bar is below it. */
  isDialog: boolean;
};

export function StepProgress({ step, serviceType, isDialog }: StepProgressProps) {
  return (
    <div>
      <p
        role="status"
        className={`text-[0.9375rem] font-semibold text-muted ${isDialog ? "min-h-10 pr-12" : ""}`}
      >
        Step {step} of {WIZARD_STEPS}
        {serviceType ? `: ${serviceType}` : ""}
      </p>
      <progress
        value={step}
        max={WIZARD_STEPS}
        aria-label={`Step ${step} of ${WIZARD_STEPS}`}
        className="mt-2 block h-2 w-full overflow-hidden rounded-full bg-sand accent-action [&::-moz-progress-bar]:bg-action [&::-webkit-progress-bar]:bg-sand [&::-webkit-progress-value]:bg-action"
      />
    </div>
  );
}

type WizardButtonsProps = { step: number; sending: boolean; onBack: () => void };

export function WizardButtons({ step, sending, onBack }: WizardButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      {step > 1 ? (
        <button type="button" className="btn btn-line" disabled={sending} onClick={onBack}>
          Go Back
        </button>
      ) : null}
      <button type="submit" className="btn btn-action grow" disabled={sending}>
        {sending ? "Sending..." : step === LAST_QUESTION_STEP ? "Submit" : "Continue"}
      </button>
    </div>
  );
}
