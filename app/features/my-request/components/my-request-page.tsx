import { MessagesSection } from "#app/features/messages/components/messages-section.tsx";
import { DetailsSection } from "#app/features/offers/customer/components/details-section.tsx";
import { NamedCompanyCard } from "#app/features/offers/customer/components/named-company.tsx";
import { VisitCard } from "#app/features/offers/visits/components/visit-card.tsx";
import { WindowsSection } from "#app/features/offers/visits/components/windows-section.tsx";
import { PhotosSection } from "#app/features/photos/components/photos-section.tsx";
import { EraseForms } from "#app/features/privacy/components/erase-forms.tsx";
import { ConsentSection } from "#app/features/requests/customer/components/consent-section.tsx";
import { EndSection } from "#app/features/requests/customer/components/end-section.tsx";
import { SentSection } from "#app/features/requests/customer/components/sent-section.tsx";
import { CorrectSection } from "#app/features/requests/customer/corrections/components/correct-section.tsx";
import { PhoneForm } from "#app/features/requests/customer/corrections/components/phone-form.tsx";
import { ProviderReviews } from "#app/features/reviews/components/provider-reviews.tsx";
import { ReviewSection } from "#app/features/reviews/components/review-section.tsx";
import type { RefusedForm } from "../form-handler.ts";
import type { MyRequestData } from "../load-page.server.ts";
import { RequestHead } from "./request-head.tsx";

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

/** What the customer can do, and beside it what they may look up. */
const COLUMNS = "grid items-start gap-x-16 md:grid-cols-2 lg:grid-cols-[3fr_2fr]";
/** Sections without a card, separated by lines. */
const PLAIN =
  "[&_section]:mt-0 [&_section]:rounded-none [&_section]:border-0 [&_section]:border-b [&_section]:bg-transparent [&_section]:px-0";

/** The customer's own page of a request. It works without script. */
export function MyRequestPage({ page, path, done, problem, refused }: MyRequestPageProps) {
  const { named, namedReviews, connected, visit, windows } = page;
  return (
    <main id="main">
      <RequestHead {...page}>
        <Notice done={done} problem={problem} />
      </RequestHead>
      <div className="wrap pb-10">
        <div className={COLUMNS}>
          <div>
            {named ? (
              <NamedCompanyCard
                named={named}
                rating={namedReviews?.rating ?? null}
                shownAt={page.shownAt}
                visitTime={page.heldTime}
              />
            ) : null}
            <div className={PLAIN}>
              {named && namedReviews ? (
                <ProviderReviews company={named.company} {...namedReviews} />
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
              <PhotosSection {...page.photos} path={path} />
              <MessagesSection
                thread={page.thread}
                path={path}
                opening={page.opening}
                isMailed={page.isMailed}
                refused={refused.message}
              />
            </div>
          </div>
          <div className={PLAIN}>
            <DetailsSection
              company={page.company}
              sentAt={page.sentAt}
              recipients={page.recipients}
              asked={page.asked}
            />
            <SentSection facts={page.facts} sentAt={page.sentAt} reference={page.reference} />
            <Corrections page={page} refused={refused} />
            <ConsentSection consents={page.consents} certificatePath={`${path}/certificate`} />
            <EndSection
              canCancel={page.canCancel}
              canStop={page.canStop}
              connected={connected?.company ?? null}
              company={page.company}
              phone={page.phone}
              isOpen={page.erase === "code" || problem?.field === "code"}
            >
              <EraseForms
                state={page.erase}
                isStopped={!page.canStop}
                phone={page.phone}
                problem={problem?.field === "code" ? problem.message : undefined}
              />
            </EndSection>
          </div>
        </div>
      </div>
    </main>
  );
}

function Corrections({ page, refused }: Pick<MyRequestPageProps, "page" | "refused">) {
  const { corrections, shownAt } = page;
  if (!corrections) return null;
  const { values, words, wording, textMark, connected, canChangePhone } = corrections;
  return (
    <div className="no-print">
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
    </div>
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
