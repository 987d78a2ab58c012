import type { StageStep } from "#app/features/requests/customer/components/stage-steps.tsx";
import type { Stage } from "./stage.ts";

const ORDER = ["received", "looking", "asking", "connected", "done"] as const;
type ListedStage = (typeof ORDER)[number];
const isListed = (stage: Stage): stage is ListedStage =>
  (ORDER as readonly Stage[]).includes(stage);

/**
 * The steps of a request with the present one marked; none for a request that ended early.
 * @param company who can take it, or who has it
 */
export function listStageSteps(stage: Stage, company: string | null): StageStep[] {
  if (!isListed(stage)) return [];
  const current = ORDER.indexOf(stage);
  const isAnswered = current > ORDER.indexOf("asking");
  const labels: Record<ListedStage, string> = {
    received: "Received",
    looking: "Looking",
    asking: isAnswered
      ? "You said yes"
      : company
        ? `${company} can take it`
        : "A professional can take it",
    connected: "Connected",
    done: "Done",
  };
  return ORDER.map((step, index) => ({
    label: labels[step],
    state: index < current ? "past" : index === current ? "current" : "ahead",
  }));
}

export type StageFacts = {
  stage: Stage;
  outcome: "canceled-by-customer" | "stopped-by-customer" | null;
  company: string | null;
  /** The business that runs this site, where the customer stopped its messages alone. */
  stoppedBusiness: string | null;
  /** Staff took the customer's yes on the phone. */
  isYesByPhone: boolean;
  /** Until when the company that is being asked may answer. */
  openUntil: string | null;
  /** They left an email address, and there is a mail server. */
  canMail: boolean;
  wantsMail: boolean;
  /** Staff call for the answer at once, besides the mail. */
  isCalled: boolean;
  /** A text with a link to the page waits to be sent. */
  isTextQueued: boolean;
  /** When the team works, from `describeOpening`. */
  opening: string;
  businessPhone: string;
};

const HEARS = {
  mail: "As soon as one can take it, we email you who it is, and you say yes or no on this page.",
  both: "As soon as one can take it, we email and call you to say who it is. You say yes or no on this page, or on that call.",
  call: "As soon as one can take it, we call you to say who it is. You say yes or no on that call, or on this page.",
};

/** What is going on and what happens next, in sentences that are true for this request and hour. */
export function describeNext(facts: StageFacts): string[] {
  const { stage, company, stoppedBusiness, businessPhone } = facts;
  const sentences = describeStage(facts);
  if (!stoppedBusiness) return sentences;
  const stopped = `You stopped contact by ${stoppedBusiness}.`;
  if (stage === "connected")
    return [
      `${stopped} ${company} may still call you about the job.`,
      "We do not email you about it, so look here for changes.",
      ...sentences.slice(1),
    ];
  // Nobody can be asked for a yes any more, so no professional is looked for.
  return stage === "received" || stage === "looking" || stage === "asking"
    ? [stopped, `Still need help? Call ${businessPhone}, or send a new request.`]
    : [stopped, ...sentences];
}

function describeStage(facts: StageFacts): string[] {
  const { stage, outcome, company, openUntil, canMail, wantsMail, opening, businessPhone } = facts;
  const hears = HEARS[!canMail ? "call" : facts.isCalled ? "both" : "mail"];
  const contact =
    wantsMail && canMail
      ? "Someone on our team may email you first with a question about the job."
      : "Someone on our team may call you first with a question about the job.";
  switch (stage) {
    case "received":
      return [
        "We have your request.",
        `${opening} ${contact}`,
        `Then we ask professionals, one at a time. ${hears}`,
      ];
    case "looking":
      return [
        openUntil
          ? `We are asking one professional now, who has until ${openUntil} to answer.`
          : `We are looking for the next professional who fits. ${opening}`,
        hears,
      ];
    case "asking":
      return [
        `${company} is waiting for your answer below.`,
        ...(facts.isTextQueued
          ? ["We will also text you the link to this page, unless you answer first."]
          : []),
      ];
    case "connected":
      return [
        facts.isYesByPhone
          ? `You told our team by phone that ${company} may call you. No other professional has your details.`
          : `${company} may call you now. No other professional has your details.`,
        `Haven't heard from them? Call them, or let us know: ${businessPhone}.`,
      ];
    case "done":
      return ["This request is finished. Thank you for letting us help."];
    case "closed":
      return [`This request is closed. Still need help? Call ${businessPhone}.`];
    case "canceled":
      return [
        outcome === "canceled-by-customer"
          ? "You canceled this request, and we stopped looking for a professional."
          : "You asked us to stop looking, and we did.",
        `Changed your mind? Call ${businessPhone}, or send a new request.`,
      ];
    case "company-stopped":
      return [
        `You stopped ${company}. They can no longer see your details here, and we are telling them to stop. If they still call, let us know.`,
        `Want another professional? Call ${businessPhone}, or send a new request.`,
      ];
    case "stopped":
      return [
        "You stopped all contact. We do not call, text or email you about any of your requests. We stopped looking for a professional and canceled any visit that was booked.",
        "If a professional has your details, we tell them to stop. They are a separate business, so let us know if they still call.",
        "To get help again, send a new request.",
      ];
  }
}
