import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { MessagesSection } from "#app/features/messages/components/messages-section.tsx";
import { DetailsSection } from "#app/features/offers/customer/components/details-section.tsx";
import { NamedCompanyCard } from "#app/features/offers/customer/components/named-company.tsx";
import type { Stage } from "#app/features/offers/customer/stage.ts";
import { VisitCard } from "#app/features/offers/visits/components/visit-card.tsx";
import { WindowsSection } from "#app/features/offers/visits/components/windows-section.tsx";
import { PhotosSection } from "#app/features/photos/components/photos-section.tsx";
import { EraseForms } from "#app/features/privacy/components/erase-forms.tsx";
import { ConsentSection } from "#app/features/requests/customer/components/consent-section.tsx";
import { EndSection } from "#app/features/requests/customer/components/end-section.tsx";
import { SentSection } from "#app/features/requests/customer/components/sent-section.tsx";
import { StageSteps } from "#app/features/requests/customer/components/stage-steps.tsx";
import { CorrectSection } from "#app/features/requests/customer/corrections/components/correct-section.tsx";
import { PhoneForm } from "#app/features/requests/customer/corrections/components/phone-form.tsx";
import { ProviderReviews } from "#app/features/reviews/components/provider-reviews.tsx";
import { ReviewSection } from "#app/features/reviews/components/review-section.tsx";
import type { RefusedForm } from "../form-handler.ts";
import type { MyRequestData } from "../load-page.server.ts";

type MyRequestPageProps = {
  page: MyRequestData;
  /** Path of this page, with its key. */
  path: string;
  /** What a form just did. */
  done: string | null;
  /** Why a form was refused, and the field that it is about, if it is one. */
  problem: { message: string; field?: string } | null;
  /** What was typed into the refused form. */
  refused: RefusedForm;
};

/** What Henry does while a request is at this stage. */
const HENRY: Record<Stage, string> = {
  received: "clipboard",
  looking: "search",
  asking: "call",
  connected: "thumbs-up",
  done: "celebrate",
  closed: "wave",
  canceled: "wave",
  "company-stopped": "wave",
  stopped: "wave",
};

/** The customer's own page of a request. It works without script. */
export function MyRequestPage({ page, path, done, problem, refused }: MyRequestPageProps) {
  const { named, namedReviews, connected, phone, visit, windows } = page;
  return (
    <main id="main" className="wrap section max-w-3xl">
      <p className="font-semibold break-words text-muted">{page.service}</p>
      <h1 className="h1 mt-1">My request</h1>
      <Notice done={done} problem={problem} />
      <StageSteps steps={page.steps} />
      <div className="mt-5 flex items-center gap-4">
        <img
          src={`/art/henry-${HENRY[page.stage]}.svg`}
          width="100"
          height="120"
          alt=""
          className="h-24 w-20 shrink-0 sm:h-30 sm:w-25"
        />
        <div className="grid min-w-0 gap-2 text-lg">
          {page.next.map((sentence) => (
            <p key={sentence} className="break-words">
              <PhoneText text={sentence} />
            </p>
          ))}
        </div>
      </div>
      {named ? (
        <NamedCompanyCard
          named={named}
          rating={namedReviews?.rating ?? null}
          shownAt={page.shownAt}
          visitTime={page.heldTime}
        />
      ) : null}
      {named && namedReviews ? <ProviderReviews company={named.company} {...namedReviews} /> : null}
      {connected ? (
        <p className="mt-4">
          <PhoneLink
            phone={connected.phone}
            label={`Call ${connected.company}`}
            className="btn btn-action"
          />
        </p>
      ) : null}
      {page.review ? <ReviewSection {...page.review} attempt={refused.review} /> : null}
      {visit ? (
        <VisitCard
          view={visit}
          calendarPath={`${path}/visit.ics`}
          other={connected?.company ?? "them"}
          isMailed={page.sendsMail}
          refused={refused.visit ?? null}
        />
      ) : null}
      {windows ? (
        <WindowsSection
          view={windows}
          connected={connected?.company ?? null}
          refused={refused.windows ?? null}
        />
      ) : null}
      <DetailsSection
        company={page.company}
        sentAt={page.sentAt}
        recipients={page.recipients}
        asked={page.asked}
      />
      <MessagesSection
        thread={page.thread}
        path={path}
        opening={page.opening}
        isMailed={page.isMailed}
        refused={refused.message}
      />
      <PhotosSection {...page.photos} path={path} />
      <SentSection facts={page.facts} sentAt={page.sentAt} reference={page.reference} />
      <Corrections page={page} refused={refused} />
      <ConsentSection consents={page.consents} certificatePath={`${path}/certificate`} />
      <EndSection
        canCancel={page.canCancel}
        canStop={page.canStop}
        connected={connected?.company ?? null}
        company={page.company}
        phone={phone}
      >
        <EraseForms
          state={page.erase}
          isStopped={!page.canStop}
          phone={phone}
          problem={problem?.field === "code" ? problem.message : undefined}
        />
      </EndSection>
    </main>
  );
}

function Corrections({ page, refused }: Pick<MyRequestPageProps, "page" | "refused">) {
  const { corrections, shownAt } = page;
  if (!corrections) return null;
  const { values, words, wording, textMark, connected, canChangePhone } = corrections;
  return (
    <CorrectSection values={values} words={words} refused={refused.correction ?? null}>
      {canChangePhone ? (
        <PhoneForm
          wording={wording}
          textMark={textMark}
          shownAt={shownAt}
          connected={connected}
          refused={refused.phone ?? null}
        />
      ) : null}
    </CorrectSection>
  );
}

function Notice({ done, problem }: Pick<MyRequestPageProps, "done" | "problem">) {
  if (problem)
    return (
      <p
        id="notice"
        role="alert"
        className="mt-4 rounded-xl border-2 border-danger bg-paper p-4 font-semibold text-danger"
      >
        {problem.message}
      </p>
    );
  return done ? (
    <p id="notice" role="status" className="mt-4 rounded-xl bg-sand p-4 font-semibold">
      {done}
    </p>
  ) : null;
}
