import { type DiagnosisData, toLines } from "../schema.ts";

/** A diagnosis as edited in a form: lists are text with one entry per line. */
export type DiagnosisText = Omit<DiagnosisData, "causes" | "nextSteps" | "preventionTips"> & {
  causes: string;
  nextSteps: string;
  preventionTips: string;
};

export const toDiagnosisText = (data: DiagnosisData): DiagnosisText => ({
  ...data,
  causes: data.causes.join("\n"),
  nextSteps: data.nextSteps.join("\n"),
  preventionTips: data.preventionTips.join("\n"),
});

const MAX_LINES = 8;
const toEntries = (text: string) => toLines(text).slice(0, MAX_LINES);

export const parseDiagnosisText = (text: DiagnosisText): DiagnosisData => ({
  ...text,
  causes: toEntries(text.causes),
  nextSteps: toEntries(text.nextSteps),
  preventionTips: toEntries(text.preventionTips),
});
