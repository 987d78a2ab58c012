import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { QuestionList } from "#app/components/ui/question-list.tsx";
import { RichText } from "#app/components/ui/rich-text.tsx";
import type { ServicePage } from "../../queries.server.ts";
import type { ServiceCopy } from "../../schema.ts";

/** The long text of a service: its category copy if it has one, otherwise the body of its file. */
export function LongText({ page }: { page: ServicePage }) {
  if (page.copy) return <CategoryCopy copy={page.copy} />;
  if (!page.bodyHtml) return null;
  return (
    <section className="section border-t border-line bg-paper">
      <div className="wrap">
        <RichText
          html={page.bodyHtml}
          className="lg:max-w-none lg:columns-2 lg:gap-14 [&>h2]:break-after-avoid [&>h2:first-child]:mt-0"
        />
      </div>
    </section>
  );
}

function CategoryCopy({ copy }: { copy: ServiceCopy }) {
  return (
    <section className="section border-t border-line bg-paper">
      <div className="wrap grid gap-x-14 gap-y-10 lg:grid-cols-2">
        <div className="prose">
          <h2>{copy.mainTitle}</h2>
          {copy.mainContent.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <div className="prose">
          {copy.sections.map((section) => (
            <div key={section.title} className="prose">
              <h2>{section.title}</h2>
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          ))}
          <p className="border-l-4 border-action pl-4 font-semibold">
            <PhoneText text={copy.finalCta} />
          </p>
        </div>
      </div>
    </section>
  );
}

export function Faq({ entries }: { entries: NonNullable<ServicePage["faq"]> }) {
  return (
    <section className="section">
      <div className="wrap">
        <h2 className="h2">Questions people ask</h2>
        <QuestionList entries={entries} className="mt-5 max-w-3xl" />
      </div>
    </section>
  );
}
