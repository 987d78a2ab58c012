import type { DiagnosisData } from "../schema.ts";

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
const toLines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, MAX_LINES);

export const parseDiagnosisText = (text: DiagnosisText): DiagnosisData => ({
  ...text,
  causes: toLines(text.causes),
  nextSteps: toLines(text.nextSteps),
  preventionTips: toLines(text.preventionTips),
});
