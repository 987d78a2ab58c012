import { LAST_QUESTION_STEP, WIZARD_STEPS } from "../../../constants.ts";

type StepProgressProps = {
  step: number;
  serviceType?: string;
  /**
   * In a dialog, whose Close button is beside the text: the bar is below it, and both stay while
   * the step scrolls. With very large text they would take too much of a phone, so they scroll
   * away.
   */
  isDialog: boolean;
};

export function StepProgress({ step, serviceType, isDialog }: StepProgressProps) {
  return (
    <div
      className={
        isDialog
          ? "-mx-5 -mt-5 bg-paper px-5 pt-5 pb-2 @min-[16rem]:sticky @min-[16rem]:top-0 @min-[16rem]:z-5 @min-[40rem]:-mx-8 @min-[40rem]:px-8"
          : undefined
      }
    >
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
