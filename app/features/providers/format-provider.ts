import { getLastDayBefore } from "./verification/verified-days.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** 2026-11-21 as "Nov 21, 2026". */
export const formatFullDay = (day: string) =>
  `${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`;

/** The last day of a verification, as "Nov 21, 2026"; null where it does not end. */
export const formatVerifiedUntil = (until: Date | null, timeZone: string) =>
  until && formatFullDay(getLastDayBefore(until, timeZone));

/** Credits as "1,250.50". */
export const formatBalance = (credits: number) =>
  credits.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A subscription's status in words, such as "past due". */
export const formatSubscriptionStatus = (status: string) => status.replaceAll("_", " ");
