import type { RequestStatus } from "./schema.ts";

/** Whether the customer may be called at the moment; the portal asks for a reason otherwise. */
export type CallFacts = {
  /** Within the calling hours of every place where the customer may be. */
  isInHours: boolean;
  /** As many calls and texts in 24 hours as the state and we allow. */
  isCapReached: boolean;
  /** The customer's local time; null if where they are is not known. */
  localTime: string | null;
  /** From when on calls are allowed again: "8 AM", "Mon 8 AM"; null while they are, or unknown. */
  from: string | null;
};

/** What is known of a request when staff open it. */
export type NextStepFacts = {
  status: RequestStatus;
  isErased: boolean;
  isMerged: boolean;
  isOptedOut: boolean;
  /** Staff called the number, and it is not the customer's. */
  isWrongNumber: boolean;
  /** Null where there is no address to write to. */
  mailHref: string | null;
  /** Suspected spam that nobody has released. */
  isHeld: boolean;
  isEmergency: boolean;
  hasNewMessage: boolean;
  attemptCount: number;
  call: CallFacts;
  /** The company that accepted, while the customer has to be asked. */
  waitingFor: string | null;
  /** While the customer is asked by mail: from when on staff call for the answer. */
  answerDue: string | null;
  /** The company whose answer to the offer is awaited. */
  askedCompany: string | null;
  /** The company that the customer said yes to. */
  connectedCompany: string | null;
  /** How many providers the request can be offered to. */
  matches: number;
  /** How a closed request ended is recorded. */
  hasOutcome: boolean;
};

/** `now`: it is urgent; `wait`: there is nothing to do at the moment. */
export type NextStep = { text: string; tone: "now" | "next" | "wait" };

const next = (text: string): NextStep => ({ text, tone: "next" });
const wait = (text: string): NextStep => ({ text, tone: "wait" });

/** Why the customer should not be called now; null where they may be. */
function describeObstacle({ isInHours, isCapReached, localTime }: CallFacts): string | null {
  if (!isInHours)
    return localTime
      ? `It is ${localTime} there, outside calling hours`
      : "Where the customer is, is not known, and some states do not allow calls now";
  return isCapReached ? "This person was called or texted as often as one day allows" : null;
}

/** @param what what the call is for: "Call the customer" */
function describeCall({ isEmergency, call }: NextStepFacts, what: string): NextStep {
  const obstacle = describeObstacle(call);
  if (isEmergency)
    return {
      text: obstacle
        ? `Emergency. ${obstacle}: call only if the customer asked for it.`
        : `Emergency, do this first: ${what.charAt(0).toLowerCase()}${what.slice(1)}.`,
      tone: "now",
    };
  if (!obstacle) return next(`${what}.`);
  const from = call.from && !call.isInHours ? ` from ${call.from} on` : " later";
  return wait(`${obstacle}: call${from}, or email.`);
}

/** What staff do next with a request, in one sentence. */
export function describeNextStep(facts: NextStepFacts): NextStep {
  const { waitingFor } = facts;
  if (facts.isErased) return wait("This request was erased. There is nothing to do.");
  if (facts.isMerged) return wait("Work on the request that this one was merged into.");
  if (facts.status === "closed")
    return facts.hasOutcome ? wait("Closed. There is nothing to do.") : next("Say how it ended.");
  if (facts.isHeld)
    return next("It looks like spam: release it if it is genuine, close it if it is not.");
  if (facts.isOptedOut)
    return wait(
      "This person opted out: do not contact them. Close the request when nothing is open.",
    );
  if (facts.hasNewMessage)
    return facts.isEmergency && facts.status === "new" && !facts.isWrongNumber
      ? describeCall(facts, "Read the new message, and call the customer")
      : next("Answer the new message.");
  if (facts.isWrongNumber)
    return next(
      facts.mailHref
        ? "Wrong number: write by email, or close the request."
        : "Wrong number, and no email address: close the request.",
    );
  if (waitingFor && facts.answerDue)
    return wait(
      `The customer is asked by email about ${waitingFor}. Call for the answer from ${facts.answerDue} on.`,
    );
  if (waitingFor)
    return describeCall(
      facts,
      `Call the customer and ask whether ${waitingFor} may have their details`,
    );
  if (facts.connectedCompany)
    return next(`Ask how it went with ${facts.connectedCompany}, then close the request.`);
  if (facts.status === "new")
    return describeCall(
      facts,
      facts.attemptCount === 0 ? "Call the customer" : "Try to reach the customer again",
    );
  if (facts.askedCompany) return wait(`Wait for an answer from ${facts.askedCompany}.`);
  if (facts.matches > 0)
    return next(
      facts.matches === 1
        ? "Offer it to the professional who matches."
        : `Offer it to one of the ${facts.matches} professionals who match.`,
    );
  return next("No professional matches: find one, or tell the customer and close the request.");
}
