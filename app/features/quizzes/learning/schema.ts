import type { Confidence, Layer } from "../engine/diagnose.ts";
import type { DiagnosisData } from "../schema.ts";

/** What a quiz said to the sender of a request, as the visitor saw it. */
export type RequestResult = {
  layer: Layer;
  data: DiagnosisData;
  confidence: Confidence | null;
  candidates: readonly { diagnosis: string; urgency: DiagnosisData["urgency"] }[];
};

/** The true cause of a request, as staff recorded it: an outcome's id, another cause, or nothing. */
export const OTHER_CAUSE = "other";
export const NO_CAUSE = "";

/** The quiz of a request, for staff. */
export type QuizOfRequest = {
  title: string;
  slug: string;
  result: RequestResult;
  /** Outcome id, OTHER_CAUSE or NO_CAUSE. */
  cause: string;
  /** What staff can choose: the outcomes of the quiz, and the recorded one if it is gone. */
  causes: { id: string; diagnosis: string }[];
};
