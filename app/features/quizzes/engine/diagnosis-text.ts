import { parseJson } from "#app/lib/parse-json.ts";
import {
  type DiagnosisData,
  diagnosisDataSchema,
  MAX_LINES,
  MAX_SAFETY_LINES,
  toLines,
} from "../schema.ts";

type ListField = "causes" | "nextSteps" | "proSteps" | "safetyLines" | "preventionTips";

/** A diagnosis as edited in a form: lists are text with one entry per line, the price is JSON or "". */
export type DiagnosisText = Omit<DiagnosisData, ListField | "price" | "part"> &
  Record<ListField | "price" | "part", string>;

type Price = NonNullable<DiagnosisData["price"]>;

export const formatPrice = ({ service, label }: Price) => JSON.stringify({ service, label });

export function parsePrice(text: string): Price | undefined {
  const { price } = diagnosisDataSchema
    .pick({ price: true })
    .catch({})
    .parse({
      price: parseJson(text),
    });
  return price;
}

export const toDiagnosisText = (data: DiagnosisData): DiagnosisText => ({
  ...data,
  causes: data.causes.join("\n"),
  nextSteps: data.nextSteps.join("\n"),
  proSteps: data.proSteps.join("\n"),
  safetyLines: data.safetyLines.join("\n"),
  preventionTips: data.preventionTips.join("\n"),
  price: data.price ? formatPrice(data.price) : "",
  part: data.part ?? "",
});

const toEntries = (text: string, max = MAX_LINES) => toLines(text).slice(0, max);

export const parseDiagnosisText = (text: DiagnosisText): DiagnosisData => ({
  ...text,
  causes: toEntries(text.causes),
  nextSteps: toEntries(text.nextSteps),
  proSteps: toEntries(text.proSteps),
  safetyLines: toEntries(text.safetyLines, MAX_SAFETY_LINES),
  preventionTips: toEntries(text.preventionTips),
  price: parsePrice(text.price),
  part: text.part || undefined,
});
