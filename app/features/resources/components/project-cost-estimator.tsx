import { ChoiceField, TextField } from "#app/components/form/field.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { ZIP_LENGTH } from "#app/lib/zip-length.ts";
import {
  type Estimate,
  type EstimateQuery,
  estimateCost,
  formatDollars,
  formatProjectSlug,
  parseEstimateQuery,
  parseZipDigits,
  validateEstimateQuery,
} from "../estimate-cost.ts";
import type { CostEstimatorData } from "../tool-schemas.ts";
import { SelectField } from "./tool-fields.tsx";
import { useToolForm } from "./use-tool-form.ts";

/** Project, size and ZIP code, and the price range for them. */
export function ProjectCostEstimator({
  data,
  chosen,
}: {
  data: CostEstimatorData;
  chosen: EstimateQuery;
}) {
  const { current, draft, changed, result, formProps } = useToolForm(chosen, (params) =>
    parseEstimateQuery(params, data),
  );
  const errors = current.submitted && !changed ? validateEstimateQuery(current) : {};
  // A range for choices other than those on the page would mislead.
  const estimate = changed ? null : estimateCost(current, data);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[1.3fr_1fr]">
      <form
        {...formProps}
        className="grid gap-5 rounded-2xl border border-line bg-paper p-5 shadow-card sm:p-7"
      >
        <SelectField
          name="project"
          label="Project Type"
          placeholder="Choose a project"
          choices={data.projects.map(({ name }) => ({
            value: formatProjectSlug(name),
            label: name,
          }))}
          defaultValue={chosen.project}
          error={errors.project}
        />
        <ChoiceField
          name="size"
          legend="Project Size"
          choices={data.sizes}
          defaultValue={chosen.size}
          error={errors.size}
        />
        <TextField
          name="zip"
          label="ZIP code"
          optional
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={ZIP_LENGTH}
          defaultValue={chosen.zip}
          hint={data.zipNote}
          onInput={(event) => {
            const digits = parseZipDigits(event.currentTarget.value);
            // Writing only a changed value leaves the cursor where it is.
            if (digits !== event.currentTarget.value) event.currentTarget.value = digits;
          }}
        />
        <button
          type="submit"
          className="needs-script btn btn-action"
          disabled={!(draft.project && draft.size)}
        >
          Calculate
        </button>
        {/* Without script nothing could enable the button above; the server checks what is sent.
         */}
        <noscript>
          <button type="submit" className="btn btn-action w-full">
            Calculate
          </button>
        </noscript>
      </form>
      <div id="result" ref={result} role="status" aria-live="polite" className="scroll-mt-24">
        {estimate ? (
          <Range
            estimate={estimate}
            note={data.notes[estimate.project.category]}
            disclaimer={data.disclaimer}
          />
        ) : null}
      </div>
    </div>
  );
}

function Range({
  estimate,
  note,
  disclaimer,
}: {
  estimate: Estimate;
  note: string;
  disclaimer: string;
}) {
  const { project, sizeLabel, min, max } = estimate;
  return (
    <div className="rounded-2xl bg-deep p-6 text-cream sm:p-7">
      <h2 className="h3">
        {project.name}, {sizeLabel.toLowerCase()}
      </h2>
      <p className="mt-3 font-display text-4xl leading-tight font-extrabold text-sun">
        {formatDollars(min)} to {formatDollars(max)}
      </p>
      <p className="mt-4">{note}</p>
      {project.note ? <p className="mt-3">{project.note}</p> : null}
      <p className="mt-3 text-[0.9375rem]">{disclaimer}</p>
      {/* The quote page takes no parentheses in a label. */}
      <QuoteLink label={project.name.replace(/[()]/g, "")} className="btn btn-action mt-5">
        Get Free Quote
      </QuoteLink>
    </div>
  );
}
