import type { ReactNode } from "react";
import { checkAttempt } from "../../../attempts/check-attempt.ts";
import { AttemptPanel } from "../../../attempts/components/admin/attempt-panel.tsx";
import { CallButton } from "../../../attempts/components/admin/call-button.tsx";
import { rememberDialed } from "../../../attempts/dialed-calls.ts";
import { OutcomePanel } from "../../../outcomes/components/admin/outcome-panel.tsx";
import { MergeNotice } from "../../../person/components/admin/merge-notice.tsx";
import { PersonPanel } from "../../../person/components/admin/person-panel.tsx";
import { SnoozeButton } from "../../../snooze/components/admin/snooze-button.tsx";
import type { NextStep } from "../../describe-next-step.ts";
import { getSyncLabel, LIST_PATH, type RequestStatus } from "../../schema.ts";
import { Activity } from "./activity.tsx";
import { ConsentPanel } from "./consent-panel.tsx";
import { ContactPanel } from "./contact-panel.tsx";
import { FoldedPanel } from "./folded-panel.tsx";
import { QuizPanel } from "./quiz-panel.tsx";
import { RequestFacts } from "./request-facts.tsx";
import type { RequestPaneProps } from "./request-pane.tsx";
import { SyncPanel } from "./sync-panel.tsx";

type PaneContentProps = RequestPaneProps & {
  status: RequestStatus;
  now: number;
  handling: ReactNode;
  /** Called when a call to the customer begins, and when an attempt is logged. */
  onCall: () => void;
  onLogged: () => void;
};

/** What staff need of a request, in the order of their work. */
export function PaneContent(props: PaneContentProps) {
  const { data, person, outcome, nextStep, work, folded, status, now, handling } = props;
  const { request } = data;
  return (
    <div className="grid content-start gap-3">
      <MergeNotice
        requestId={request.id}
        mergedInto={data.mergedInto}
        endedMerged={data.endedMerged}
      />
      <NextStepLine step={nextStep} />
      {status === "closed" ? (
        <OutcomePanel
          requestId={request.id}
          outcome={outcome}
          customerOutcome={request.customerOutcome}
          isStored={request.status === "closed"}
        />
      ) : null}
      <Contact {...props} />
      {handling}
      <RequestFacts facts={data.facts} description={request.description} />
      {work}
      <QuizPanel
        requestId={request.id}
        quiz={data.quiz}
        answers={data.facts.quiz}
        isClosed={status === "closed"}
      />
      <Activity notes={data.notes} timeline={data.timeline} now={now} />
      <PersonPanel person={person} now={now} />
      <FoldedPanel
        title={`CRM sync: ${getSyncLabel(request)}`}
        isOpenAtFirst={request.sync !== "delivered"}
      >
        <SyncPanel request={request} attempts={data.attempts} now={now} />
      </FoldedPanel>
      <FoldedPanel title="Consent, the customer's page and the source">
        <ConsentPanel request={request} />
        {folded}
      </FoldedPanel>
    </div>
  );
}

const STEP_TONES = {
  now: "border-danger bg-danger text-paper",
  next: "border-petrol bg-paper",
  wait: "border-line bg-paper text-muted",
} as const;

function NextStepLine({ step: { text, tone } }: { step: NextStep }) {
  return (
    <p className={`rounded-lg border px-4 py-2 font-semibold ${STEP_TONES[tone]}`}>
      <span className="sr-only">Next step: </span>
      {text}
    </p>
  );
}

/** How to reach the customer, and what came of it. Of a merged request the number only. */
function Contact({ data, contact, now, onCall, onLogged }: PaneContentProps) {
  const { request, mergedInto } = data;
  const { id, name, phoneHref, mailHref, isOptedOut, isWrongNumber } = request;
  const check = checkAttempt({ ...contact, channel: "call", now: new Date(now) });
  return (
    <>
      <ContactPanel
        request={request}
        now={now}
        canDial={check.ok}
        onDial={() => {
          rememberDialed(id, { channel: "call", at: Date.now() });
          onCall();
        }}
      >
        {mergedInto ? null : (
          <CallButton
            requestId={id}
            name={name}
            phoneHref={phoneHref}
            mailHref={mailHref}
            isOptedOut={isOptedOut}
            isWrongNumber={isWrongNumber}
            data={contact}
            onDial={(channel) => {
              if (channel === "call") onCall();
            }}
          />
        )}
      </ContactPanel>
      {mergedInto ? null : (
        <AttemptPanel
          requestId={id}
          data={contact}
          isOptedOut={isOptedOut}
          now={now}
          action={`${LIST_PATH}/${id}`}
          renderSnooze={(at) => <SnoozeButton requestId={id} at={at} />}
          onLogged={onLogged}
        />
      )}
    </>
  );
}
