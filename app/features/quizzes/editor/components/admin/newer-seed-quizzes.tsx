import { toast } from "sonner";
import { Button } from "#app/components/admin/button.tsx";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import type { ListFormResult } from "#app/features/content-editor/editor-schema.ts";
import { ADD_SEED_QUIZ, LIST_PATH, quizPath, SAVE_FAILED } from "../../../constants.ts";
import type { NewerSeedQuiz } from "../../newer-seed-quizzes.server.ts";

type NewerSeedQuizzesProps = {
  seedQuizzes: readonly NewerSeedQuiz[];
  onFail: (failure: { message: string; detail: string | undefined }) => void;
};

/** Offers newer versions of seed quizzes that were edited. */
export function NewerSeedQuizzes({ seedQuizzes, onFail }: NewerSeedQuizzesProps) {
  const fetcher = useReplyFetcher<ListFormResult>((reply) => {
    if (reply.ok) toast.success("New version added. It is inactive.");
    else onFail({ message: SAVE_FAILED, detail: reply.message });
  });
  if (seedQuizzes.length === 0) return null;
  const adding = fetcher.state === "idle" ? null : fetcher.formData?.get("slug");
  return (
    <section aria-labelledby="newer-seed-quizzes" className="panel-card border-petrol! p-4">
      <h2 id="newer-seed-quizzes" className="font-display text-lg font-extrabold">
        Starter quizzes with a newer version
      </h2>
      <p className="mt-1 max-w-3xl text-[0.9375rem] text-muted">
        You edited yours, so we did not change it. Add the new version as a second quiz: it is
        inactive, and its address contains “-new”. Compare the two, then activate the one you want.
      </p>
      <ul className="mt-2 divide-y divide-line">
        {seedQuizzes.map(({ slug, title }) => (
          <li
            key={slug}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2"
          >
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{title}</span>{" "}
              <span className="inline-block text-[0.9375rem] text-muted">{quizPath(slug)}</span>
            </span>
            <fetcher.Form method="post" action={LIST_PATH}>
              <input type="hidden" name="intent" value={ADD_SEED_QUIZ} />
              <input type="hidden" name="slug" value={slug} />
              <Button
                type="submit"
                disabled={fetcher.state !== "idle"}
                aria-label={`Add new version of ${title}`}
              >
                {adding === slug ? "Adding" : "Add new version"}
              </Button>
            </fetcher.Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
