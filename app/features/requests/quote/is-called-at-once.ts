type Wishes = { communicationPreference: string; timeframe: string; urgencyLevel: string };

/** Whether the job cannot wait for a customer to read a mail. */
export const isUrgent = ({ timeframe, urgencyLevel }: Omit<Wishes, "communicationPreference">) =>
  timeframe === "emergency" || urgencyLevel === "today-asap";

/**
 * Whether staff call a customer for a yes as soon as a professional accepts, besides the mail. Only
 * somebody who wants mail and is in no hurry is given time to answer it.
 */
export const isCalledAtOnce = (wishes: Wishes): boolean =>
  wishes.communicationPreference !== "email" || isUrgent(wishes);
