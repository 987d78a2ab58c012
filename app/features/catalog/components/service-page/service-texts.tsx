import { Fold } from "#app/components/ui/fold.tsx";
import { NumberedSteps } from "#app/components/ui/numbered-steps.tsx";
import { TextWithPhoneLinks } from "#app/components/ui/phone-link.tsx";
import { QuestionList } from "#app/components/ui/question-list.tsx";
import { RichText } from "#app/components/ui/rich-text.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { JOB_HEADINGS, showsGroupPictures } from "../../job-types.ts";
import type { ServicePage } from "../../queries.server.ts";
import { ServiceColumns } from "./service-columns.tsx";
import { ServiceQuizzes } from "./service-quizzes.tsx";

type GoodToKnowProps = {
  page: ServicePage;
  /** The public quizzes of the service. */
  quizzes: readonly { path: string; title: string }[];
};

/**
 * Everything to read: what to do before somebody comes, what to ask, the long text and what people
 * ask, in chapters that open below their headings, with the quizzes and the related services.
 */
export function GoodToKnow({ page, quizzes }: GoodToKnowProps) {
  const { chapters, untilArrival, questions, now, jobType, copy, faq } = page;
  // The first steps stand further up.
  const stepsShown = now?.length ?? (page.isFirstStepUrgent ? 1 : 0);
  const isPrepareOpen = jobType === "repair" || jobType === "auto";
  const questionsPeopleAsk = faq ? (
    <div>
      <h2 className="h2">Questions people ask</h2>
      <QuestionList entries={faq} className="mt-3" />
    </div>
  ) : null;
  const furtherPages = (
    <>
      <ServiceQuizzes quizzes={quizzes} />
      <RelatedServices page={page} />
    </>
  );
  return (
    <section aria-labelledby="know-title" className="section bg-paper">
      <ServiceColumns>
        <div className="max-w-[65ch]">
          <h2 id="know-title" className="h2">
            Good to know
          </h2>
          <div className="mt-3 divide-y divide-line border-y border-line">
            {untilArrival ? (
              <Fold
                summary={<h3 className="text-lg">{JOB_HEADINGS[jobType].prepare}</h3>}
                isOpen={isPrepareOpen}
              >
                <NumberedSteps
                  steps={untilArrival.slice(stepsShown)}
                  start={now ? stepsShown + 1 : 1}
                />
              </Fold>
            ) : null}
            {questions ? (
              <Fold summary={<h3 className="text-lg">What to ask before you hire</h3>}>
                <QuestionsToAsk service={page.name} questions={questions} />
              </Fold>
            ) : null}
            {chapters.map(({ heading, html }, index) => (
              <Fold key={heading} summary={<h3 className="text-lg">{heading}</h3>}>
                <RichText html={html} />
                {copy && index === chapters.length - 1 ? (
                  <p className="mt-4 border-l-4 border-action pl-4 font-semibold">
                    <TextWithPhoneLinks text={copy.finalCta} />
                  </p>
                ) : null}
              </Fold>
            ))}
          </div>
        </div>
        {/* The longer left side has all the rest beside it. */}
        {isPrepareOpen ? (
          <div className="grid gap-y-4">
            {questionsPeopleAsk}
            {furtherPages}
          </div>
        ) : (
          <>
            {questionsPeopleAsk}
            {furtherPages}
          </>
        )}
      </ServiceColumns>
    </section>
  );
}

type QuestionsToAskProps = { service: string; questions: readonly string[] };

function QuestionsToAsk({ service, questions }: QuestionsToAskProps) {
  return (
    <form autoComplete="off">
      <ul className="grid gap-2">
        {questions.map((question) => (
          <li key={question}>
            <label className="flex gap-3">
              <input type="checkbox" className="mt-1 size-5 shrink-0 accent-petrol" />
              {question}
            </label>
          </li>
        ))}
      </ul>
      <p className="needs-script no-print mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <button type="button" data-copy-list={`Questions about ${service}`} className="link py-1">
          Copy the questions
        </button>
        <button type="button" data-print="" className="link py-1">
          Print this page
        </button>
        <span role="status" className="text-muted" />
      </p>
    </form>
  );
}

/** As many are shown as pictures where a page has few; the rest are words. */
const MAX_PICTURES = 3;

function RelatedServices({ page: { siblings, group, jobType } }: { page: ServicePage }) {
  if (siblings.length === 0) return null;
  const pictured = showsGroupPictures(jobType) ? siblings.slice(0, MAX_PICTURES) : [];
  return (
    <nav aria-label="Related services">
      <h2 className="h3">More in {group.name}</h2>
      {pictured.length > 0 ? (
        <ul className="mt-2 grid grid-cols-3 gap-2">
          {pictured.map((service) => (
            <li key={service.slug}>
              <a href={service.path} className="group block">
                <SceneImage name={service.slug} className="h-20 w-full rounded-xl md:h-28" />
                <span className="mt-1 block text-[0.9375rem] leading-5 font-semibold underline">
                  {service.name}
                </span>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      <ul className="mt-2 flex flex-wrap gap-x-6">
        {siblings.slice(pictured.length).map((service) => (
          <li key={service.slug}>
            <a href={service.path} className="link inline-block py-1">
              {service.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
