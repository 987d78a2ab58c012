import { TextField } from "#app/components/form/field.tsx";
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
import { RangePreview } from "./range-preview.tsx";
import { SegmentField, SelectField } from "./tool-fields.tsx";
import { useToolForm } from "./use-tool-form.ts";

type EstimatorProps = { data: CostEstimatorData; chosen: EstimateQuery };

/**
 * Project, size and ZIP code with the price range for them. The range appears with Calculate; from
 * then on it follows every change. Small screens have it below the button, and the examples before.
 */
export function ProjectCostEstimator({ data, chosen }: EstimatorProps) {
  const { query, hasSubmitted, result, formProps } = useToolForm(chosen, (params) =>
    parseEstimateQuery(params, data),
  );
  const errors = hasSubmitted ? validateEstimateQuery(query) : {};
  const estimate = hasSubmitted ? estimateCost(query, data) : null;
  return (
    <form {...formProps} className="grid items-start gap-x-10 gap-y-4 md:grid-cols-[1.2fr_1fr]">
      <div className="grid gap-3">
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
        <SegmentField
          name="size"
          legend="Project Size"
          choices={data.sizes}
          defaultValue={chosen.size}
          value={query.size}
          error={errors.size}
        />
        <div className="@container">
          <div className="grid gap-3 @min-[20.5rem]:grid-cols-2">
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
            <div className="@min-[20.5rem]:pt-8">
              <button
                type="submit"
                className="needs-script btn btn-action min-h-13 w-full disabled:border-line disabled:bg-sand disabled:text-muted disabled:opacity-100"
                disabled={!(query.project && query.size)}
              >
                Calculate
              </button>
              {/* Without script nothing could enable the button above; the server checks what is sent.
               */}
              <noscript>
                <button type="submit" className="btn btn-action min-h-13 w-full">
                  Calculate
                </button>
              </noscript>
            </div>
          </div>
        </div>
      </div>
      <div className="md:sticky md:top-24">
        <div id="result" ref={result} role="status" aria-live="polite" className="scroll-mt-24">
          {estimate ? (
            <Range
              estimate={estimate}
              note={data.notes[estimate.project.category]}
              disclaimer={data.disclaimer}
              zip={query.zip}
            />
          ) : null}
        </div>
        {estimate ? null : <RangePreview data={data} project={query.project} zip={query.zip} />}
      </div>
    </form>
  );
}

type RangeProps = { estimate: Estimate; note: string; disclaimer: string; zip: string };

function Range({ estimate, note, disclaimer, zip }: RangeProps) {
  const { project, sizeLabel, min, max } = estimate;
  const isZipComplete = zip.length === ZIP_LENGTH;
  return (
    <div className="rounded-2xl bg-deep p-5 text-cream sm:p-7">
      <h2 className="h3">
        {project.name}, {sizeLabel.toLowerCase()}
      </h2>
      <p className="mt-2 font-display text-3xl leading-tight font-extrabold text-sun sm:text-4xl">
        {formatDollars(min)} to {formatDollars(max)}
      </p>
      {/* The quote page takes no parentheses in a label. */}
      <QuoteLink
        label={project.name.replace(/[()]/g, "")}
        zip={isZipComplete ? zip : undefined}
        className="btn btn-action mt-4"
      >
        Get Free Quote
      </QuoteLink>
      {isZipComplete ? (
        <p className="mt-2 text-[0.9375rem] leading-6">Your quote starts with ZIP code {zip}.</p>
      ) : null}
      <p className="mt-4 leading-6">{note}</p>
      {project.note ? <p className="mt-2 leading-6">{project.note}</p> : null}
      <p className="mt-2 text-[0.9375rem] leading-6">{disclaimer}</p>
    </div>
  );
}
