import {
  CALLING_RULES,
  type CallingRule,
  getCallingRule,
} from "#app/features/calls/calling-rules.ts";
import { formatHours } from "#app/features/calls/local-time.ts";

/** What the settings say now. Everything else in the rules is a constant of the code. */
export type RuleFigures = {
  /** Credits. */
  offerCost: number;
  offerMinutes: number;
  /** Business hours. */
  customerAnswerHours: number;
  /** Our business hours and their time zone, in words. */
  businessHours: string;
  zone: string;
};

const federal = getCallingRule("");
const isStricter = ({ days, saturdays, sundays }: CallingRule): boolean =>
  days.from > federal.days.from ||
  days.to < federal.days.to ||
  saturdays !== undefined ||
  sundays === null ||
  sundays.from > federal.days.from ||
  sundays.to < federal.days.to;

/** The rules by which our own staff call and text customers. */
export const CALLING = {
  hours: formatHours(federal.days),
  mostAttempts: Math.max(...CALLING_RULES.map(({ mostAttempts }) => mostAttempts)),
  stricterPlaces: CALLING_RULES.filter(isStricter).length,
} as const;
