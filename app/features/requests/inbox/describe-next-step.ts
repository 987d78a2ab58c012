import type { RequestStatus } from "./schema.ts";

/** What is known of a request when staff open it. */
export type NextStepFacts = {
  status: RequestStatus;
  isErased: boolean;
  isMerged: boolean;
  isOptedOut: boolean;
  /** Suspected spam that nobody has released. */
  isHeld: boolean;
  isEmergency: boolean;
  hasNewMessage: boolean;
  attemptCount: number;
  /** The customer's local time, and whether calls are allowed there now; null if it is not known. */
  calling: { ok: boolean; localTime: string } | null;
  /** The company that accepted, while the customer has to be asked. */
  waitingFor: string | null;
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

function describeCall({ isEmergency, calling, attemptCount }: NextStepFacts): NextStep {
  const isAllowed = calling?.ok !== false;
  if (isEmergency)
    return {
      text: isAllowed
        ? "Call now: this is an emergency."
        : `This is an emergency. It is ${calling?.localTime} there, outside calling hours: call if the customer asked for it.`,
      tone: "now",
    };
  if (!isAllowed)
    return wait(`It is ${calling?.localTime} there: call when calling hours begin, or write.`);
  return next(attemptCount === 0 ? "Call the customer." : "Try to reach the customer again.");
}

/** What staff do next with a request, in one sentence. */
export function describeNextStep(facts: NextStepFacts): NextStep {
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
  if (facts.hasNewMessage) return next("Answer the new message.");
  if (facts.waitingFor)
    return {
      text: `Call the customer and ask whether ${facts.waitingFor} may have their details.`,
      tone: facts.isEmergency ? "now" : "next",
    };
  if (facts.status === "new") return describeCall(facts);
  if (facts.askedCompany) return wait(`Wait for an answer from ${facts.askedCompany}.`);
  if (facts.connectedCompany)
    return next(`Ask how it went with ${facts.connectedCompany}, then close the request.`);
  if (facts.matches > 0)
    return next(
      facts.matches === 1
        ? "Offer it to the professional who matches."
        : `Offer it to one of the ${facts.matches} professionals who match.`,
    );
  return next("No professional matches: find one, or tell the customer and close the request.");
}
