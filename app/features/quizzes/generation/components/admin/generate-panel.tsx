import { Sparkles } from "lucide-react";
import { useState } from "react";
import { SelectField } from "#app/components/admin/select-field.tsx";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { TextField } from "#app/components/form/field.tsx";
import { GeneratorEstimate } from "#app/features/ai/components/admin/generator-estimate.tsx";
import {
  DEFAULT_QUESTIONS,
  estimatePath,
  GENERATED_SERVICE_TYPES,
  MAX_TOPIC,
  QUESTION_CHOICES,
} from "../../../constants.ts";
import type { QuizRequest } from "../../quiz-generator.ts";
import { TopicPreviewBox } from "./topic-preview.tsx";
import { useTopicPreview } from "./use-topic-preview.ts";

type GeneratePanelProps = {
  isBusy: boolean;
  onChange: () => void;
  onGenerate: (request: QuizRequest) => void;
  onSkip: () => void;
};

/** Form for generating a new quiz. */
export function GeneratePanel({ isBusy, onChange, onGenerate, onSkip }: GeneratePanelProps) {
  const [request, setRequest] = useState<QuizRequest>({
    topic: "",
    numQuestions: DEFAULT_QUESTIONS,
    serviceType: GENERATED_SERVICE_TYPES[0],
  });
  const isHydrated = useHydrated();
  const preview = useTopicPreview(request);
  const set = (changes: Partial<QuizRequest>) => {
    onChange();
    setRequest({ ...request, ...changes });
  };
  return (
    <section aria-labelledby="generate-quiz" className="panel-card grid gap-4 p-5">
      <div>
        <h3 id="generate-quiz" className="font-display text-lg font-extrabold">
          Generate with AI
        </h3>
        <p className="text-[0.9375rem] text-muted">
          Writes the questions, and a diagnosis for their answers. Nothing is public before you have
          reviewed it.
        </p>
      </div>
      <form
        noValidate
        inert={!isHydrated}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) onGenerate(request);
        }}
        className="grid items-start gap-4 room-md:grid-cols-[1fr_auto_auto]"
      >
        <TextField
          name="topic"
          label="Topic *"
          placeholder="AC not cooling"
          value={request.topic}
          maxLength={MAX_TOPIC}
          autoComplete="off"
          aria-required="true"
          readOnly={isBusy}
          onChange={({ target }) => set({ topic: target.value })}
          onKeyDown={(event) => {
            // The submit button is disabled without a topic; the form shows what is missing anyway.
            if (event.key !== "Enter" || request.topic.trim()) return;
            event.preventDefault();
            onGenerate(request);
          }}
        />
        <SelectField
          label="Number of questions"
          value={request.numQuestions}
          disabled={isBusy}
          onChange={({ target }) => set({ numQuestions: Number(target.value) })}
        >
          {QUESTION_CHOICES.map((count) => (
            <option key={count}>{count}</option>
          ))}
        </SelectField>
        <SelectField
          label="Service type"
          value={request.serviceType}
          disabled={isBusy}
          onChange={({ target }) => set({ serviceType: target.value })}
        >
          {GENERATED_SERVICE_TYPES.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </SelectField>
        <div role="status" className="room-md:col-span-3 empty:hidden">
          {preview && !isBusy ? (
            <TopicPreviewBox
              preview={preview}
              numQuestions={request.numQuestions}
              onTopic={(topic) => set({ topic })}
            />
          ) : null}
        </div>
        <div className="flex flex-wrap items-center gap-3 room-md:col-span-3">
          <button
            type="submit"
            disabled={isBusy || !request.topic.trim()}
            className="btn btn-action"
          >
            <Sparkles className="size-5" aria-hidden="true" />
            {isBusy ? "Generating" : "Generate Quiz"}
          </button>
          <GeneratorEstimate path={estimatePath({ questions: request.numQuestions })} />
        </div>
      </form>
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
    </section>
  );
}
