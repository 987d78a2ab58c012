import { Sparkles } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { TextField } from "#app/components/form/field.tsx";
import { GeneratorEstimate } from "#app/features/ai/components/admin/generator-estimate.tsx";
import { JOBS_PATH, MAX_TOPIC } from "../../constants.ts";
import { TopicPreviewBox } from "./topic-preview.tsx";
import type { ArticleGeneration } from "./use-article-generation.ts";
import { useTopicPreview } from "./use-topic-preview.ts";

type GeneratePanelProps = {
  generation: ArticleGeneration;
  /** Set when there is no article yet: it can be written manually as well. */
  onSkip?: () => void;
};

/** Form for generating an article into the editor. */
export function GeneratePanel({ generation, onSkip }: GeneratePanelProps) {
  const { isBusy, offered, error, message } = generation;
  const [topic, setTopic] = useState("");
  const isHydrated = useHydrated();
  const preview = useTopicPreview(topic);
  const changeTopic = (changed: string) => {
    generation.clearError();
    setTopic(changed);
  };
  return (
    <section aria-labelledby="generate-article" className="panel-card grid gap-4 p-5">
      <div>
        <h3 id="generate-article" className="font-display text-lg font-extrabold">
          Generate with AI
        </h3>
        <p className="text-[0.9375rem] text-muted">
          Writes the whole article into this editor. Nothing is public before you save it as active.
        </p>
      </div>
      {offered && !isBusy ? (
        <FinishedArticle
          title={offered.content.hero.title}
          onUse={generation.insertOffered}
          onDismiss={generation.dismissOffered}
        />
      ) : null}
      <form
        noValidate
        inert={!isHydrated}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void generation.generate(topic);
        }}
        className="grid gap-4"
      >
        <TextField
          name="topic"
          label="Topic *"
          placeholder="Water heater making noise"
          value={topic}
          maxLength={MAX_TOPIC}
          autoComplete="off"
          aria-required="true"
          readOnly={isBusy}
          onChange={({ target }) => changeTopic(target.value)}
        />
        <div role="status" className="empty:hidden">
          {preview && !isBusy ? <TopicPreviewBox preview={preview} onTopic={changeTopic} /> : null}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <button type="submit" disabled={isBusy} className="btn btn-action">
            <Sparkles className="size-5" aria-hidden="true" />
            {isBusy ? "Generating" : "Generate Content"}
          </button>
          <GeneratorEstimate path={`${JOBS_PATH}/estimate`} />
        </div>
      </form>
      <Progress generation={generation} />
      <p role="alert" className="font-semibold text-danger empty:hidden">
        {error}
      </p>
      <p role="status" className="font-semibold empty:hidden">
        {message}
      </p>
      {onSkip ? (
        <p>
          <button
            type="button"
            disabled={isBusy}
            onClick={onSkip}
            className="link disabled:opacity-60"
          >
            Start without AI
          </button>
        </p>
      ) : null}
    </section>
  );
}

function Progress({
  generation: { isBusy, isLate, job, cancel },
}: {
  generation: ArticleGeneration;
}) {
  if (isLate)
    return (
      <p>
        This page stopped checking after 10 minutes. Generation continues: open this page again to
        see its progress.
      </p>
    );
  if (!isBusy) return null;
  return (
    <div className="grid gap-2 rounded-xl border-2 border-petrol p-4">
      <p role="status" className="font-semibold">
        {job?.stage ?? "Preparing comprehensive AI analysis..."}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-[0.9375rem] text-muted">This may take 30-60 seconds...</p>
        <Button disabled={!job} onClick={() => void cancel()}>
          Cancel generation
        </Button>
      </div>
    </div>
  );
}

type FinishedArticleProps = { title: string; onUse: () => void; onDismiss: () => void };

/** Offers an article that was finished while this page was closed. */
function FinishedArticle({ title, onUse, onDismiss }: FinishedArticleProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl border-2 border-petrol p-4">
      <p className="font-semibold wrap-anywhere">
        The article that you requested is ready{title ? `: “${title}”` : ""}.
      </p>
      <span className="flex gap-2">
        <Button onClick={onUse} tone="primary">
          Use it
        </Button>
        <Button onClick={onDismiss}>Dismiss</Button>
      </span>
    </div>
  );
}
