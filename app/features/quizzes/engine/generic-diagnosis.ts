import { CAUSE_UNKNOWN, DEFAULT_SERVICE_TYPE, GENERIC_TITLE } from "../constants.ts";
import type { DiagnosisData } from "../schema.ts";

/** Prevention tips of results without any. */
export const GENERAL_TIPS = [
  "Have it checked when you notice a change",
  "Act on new noises, smells and stains while they are small",
  "Keep the papers and the dates of past repairs together",
];

/** The result shown when no other layer applies. */
export const buildGenericDiagnosis = (
  serviceType: string,
  cause: string = CAUSE_UNKNOWN,
): DiagnosisData => ({
  serviceType: serviceType || DEFAULT_SERVICE_TYPE,
  diagnosis: GENERIC_TITLE,
  causes: [cause],
  urgency: "medium",
  timeframe: "Within a few days",
  waiting: "",
  nextSteps: [
    "Have a professional look at it in person",
    "Write down when it happens and what you notice",
    "Ask for a written estimate before any work begins",
  ],
  proSteps: [],
  safetyLines: [],
  preventionTips: GENERAL_TIPS,
  priority: "medium",
  customMessage: "Your answers do not point to one cause. A professional can find it in person.",
});
