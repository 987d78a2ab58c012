import { SelectField } from "#app/components/admin/select-field.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { TitleAndSlug } from "#app/features/content-editor/components/admin/title-and-slug.tsx";
import { quizPath, SERVICE_TYPES } from "../../../constants.ts";
import type { QuizValues } from "../../editor-schema.ts";

type QuizDetailsProps = {
  values: QuizValues;
  /** The published slug; null for a quiz that is not saved. */
  savedSlug: string | null;
  onChange: (change: (values: QuizValues) => QuizValues) => void;
};

export function QuizDetails({ values, savedSlug, onChange }: QuizDetailsProps) {
  const set = (changes: Partial<QuizValues>) => onChange((now) => ({ ...now, ...changes }));
  const types: readonly string[] = (SERVICE_TYPES as readonly string[]).includes(values.serviceType)
    ? SERVICE_TYPES
    : [...SERVICE_TYPES, values.serviceType];
  return (
    <section aria-labelledby="quiz-details" className="panel-card grid gap-4 p-5">
      <h3 id="quiz-details" className="font-display text-lg font-extrabold">
        Quiz Details
      </h3>
      <div className="grid items-start gap-4 room-md:grid-cols-2">
        <TitleAndSlug
          title={values.title}
          slug={values.slug}
          savedSlug={savedSlug}
          getPath={quizPath}
          onChange={set}
        />
        <SelectField
          label="Service type"
          value={values.serviceType}
          onChange={({ target }) => set({ serviceType: target.value })}
        >
          {types.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </SelectField>
        <TextField
          name="description"
          label="Description *"
          rows={3}
          value={values.description}
          maxLength={1_000}
          aria-required="true"
          onChange={({ target }) => set({ description: target.value })}
        />
      </div>
      <label className="flex min-h-10 items-center gap-3">
        <input
          type="checkbox"
          checked={values.isActive}
          onChange={({ target }) => set({ isActive: target.checked })}
          className="size-5 accent-action"
        />
        <span className="font-semibold">Publish immediately (make active)</span>
      </label>
    </section>
  );
}
