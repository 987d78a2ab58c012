import { formatAnswer, getFieldLabel } from "../../format-answer.ts";
import type { RequestDetailData } from "../../loaders.server.ts";

type Answer = { questionText?: unknown; answer?: unknown };

/** Everything that the visitor entered: service, place and all other answers. */
export function RequestFacts({ request }: { request: RequestDetailData["request"] }) {
  const { quiz_answers: answers, ...details } = request.additionalDetails;
  const quiz = Array.isArray(answers) ? (answers as Answer[]) : [];
  return (
    <>
      <Facts
        title="Service details"
        facts={[
          ["Service", request.serviceType],
          ["Project type", request.projectType],
          ["Project size", request.projectSize],
          ["Timeframe", formatAnswer("timeframe", request.timeframe)],
          ["Reference", request.clientReference],
        ]}
      />
      <section aria-labelledby="request-description" className="panel-card p-4">
        <h3 id="request-description" className="font-bold">
          Description
        </h3>
        <p className="mt-1 break-words whitespace-pre-wrap">
          {request.description || <span className="text-muted">Nothing was written.</span>}
        </p>
      </section>
      <Facts
        title="Location"
        facts={[
          ["Address", request.address],
          ["City, state, ZIP", request.place],
          ["Owns the property", request.isPropertyOwner],
        ]}
      />
      <Facts
        title="Additional details"
        facts={Object.entries(details).map(([name, value]) => [
          getFieldLabel(name),
          formatAnswer(name, value),
        ])}
      />
      {quiz.length > 0 ? (
        <Facts
          title="Quiz answers"
          facts={quiz.map(({ questionText, answer }) => [formatAnswer("", questionText), answer])}
        />
      ) : null}
    </>
  );
}

function Facts({ title, facts }: { title: string; facts: [string, unknown][] }) {
  const filled = facts
    .map(([name, value]) => [name, formatAnswer("", value)] as const)
    .filter(([, text]) => text !== "");
  const id = `request-${title.toLowerCase().replaceAll(" ", "-")}`;
  if (filled.length === 0) return null;
  return (
    <section aria-labelledby={id} className="panel-card p-4">
      <h3 id={id} className="font-bold">
        {title}
      </h3>
      <dl className="mt-2 grid gap-x-4 gap-y-2 room-sm:grid-cols-2">
        {filled.map(([name, text]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="break-words whitespace-pre-wrap">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
