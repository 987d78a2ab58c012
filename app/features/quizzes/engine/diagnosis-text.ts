import { type DiagnosisData, MAX_LINES, MAX_SAFETY_LINES, toLines } from "../schema.ts";

type ListField = "causes" | "nextSteps" | "proSteps" | "safetyLines" | "preventionTips";

/** A diagnosis as edited in a form: lists are text with one entry per line. */
export type DiagnosisText = Omit<DiagnosisData, ListField> & Record<ListField, string>;

export const toDiagnosisText = (data: DiagnosisData): DiagnosisText => ({
  ...data,
  causes: data.causes.join("\n"),
  nextSteps: data.nextSteps.join("\n"),
  proSteps: data.proSteps.join("\n"),
  safetyLines: data.safetyLines.join("\n"),
  preventionTips: data.preventionTips.join("\n"),
});

const toEntries = (text: string, max = MAX_LINES) => toLines(text).slice(0, max);

export const parseDiagnosisText = (text: DiagnosisText): DiagnosisData => ({
  ...text,
  causes: toEntries(text.causes),
  nextSteps: toEntries(text.nextSteps),
  proSteps: toEntries(text.proSteps),
  safetyLines: toEntries(text.safetyLines, MAX_SAFETY_LINES),
  preventionTips: toEntries(text.preventionTips),
});
