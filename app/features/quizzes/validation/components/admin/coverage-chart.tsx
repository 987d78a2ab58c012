import { DataTable } from "#app/components/admin/data-table.tsx";
import { formatAnswerPair } from "../../../engine/hash-answers.ts";
import type { Question } from "../../../schema.ts";
import { type CheckReport, createLayerCounts } from "../../check-report.ts";
import { formatShare, LAYER_NAMES, LAYERS } from "../../explain-check.ts";

type Layers = CheckReport["layers"];
const LAYER_COLORS: Record<keyof Layers, string> = {
  danger: "bg-danger",
  exact: "bg-petrol",
  partial: "bg-plum",
  model: "bg-sun",
  generic: "bg-[#8a9aa0]",
};
const sumLayers = (layers: Layers) => LAYERS.reduce((sum, layer) => sum + layers[layer], 0);

export function LayerBar({ layers }: { layers: Layers }) {
  const total = sumLayers(layers);
  return (
    <div aria-hidden="true" className="flex h-4 w-full overflow-hidden rounded bg-sand">
      {LAYERS.map((layer) =>
        layers[layer] > 0 ? (
          <span
            key={layer}
            className={LAYER_COLORS[layer]}
            style={{ width: `${(layers[layer] / total) * 100}%` }}
          />
        ) : null,
      )}
    </div>
  );
}

/** Legend of the colors, with the share of all combinations. */
export function LayerLegend({ layers }: { layers: Layers }) {
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-[0.9375rem]">
      {LAYERS.map((layer) => (
        <div key={layer} className="flex items-center gap-1.5">
          <dt className="flex items-center gap-1.5">
            <span
              aria-hidden="true"
              className={`inline-block size-3 rounded-sm ${LAYER_COLORS[layer]}`}
            />
            {LAYER_NAMES[layer]}
          </dt>
          <dd className="font-semibold tabular-nums">
            {formatShare(layers[layer], sumLayers(layers))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type CoverageChartProps = {
  coverage: CheckReport["coverage"];
  questions: readonly Pick<Question, "id" | "questionText" | "options">[];
};

/**
 * For each answer, which layers answer the combinations that contain it: as bars, and as a table.
 */
export function CoverageChart({ coverage, questions }: CoverageChartProps) {
  const rows = questions.flatMap(({ id, questionText, options }) => {
    const found = coverage.find(({ questionId }) => questionId === id);
    return found
      ? [
          {
            id,
            questionText,
            options: options.map((text, at) => ({
              text,
              layers: found.options[at] ?? createLayerCounts(),
            })),
          },
        ]
      : [];
  });
  return (
    <div>
      <div aria-hidden="true" className="grid gap-4 room-md:grid-cols-2">
        {rows.map(({ id, questionText, options }) => (
          <div key={id} className="min-w-0">
            <p className="text-sm font-semibold break-words">{questionText}</p>
            {options.map(({ text, layers }, at) => (
              <div
                key={formatAnswerPair(id, at)}
                className="mt-1 grid grid-cols-[minmax(0,9rem)_1fr] items-center gap-2 text-sm"
              >
                <span className="break-words text-muted">{text}</span>
                <LayerBar layers={layers} />
              </div>
            ))}
          </div>
        ))}
      </div>
      <details className="mt-3">
        <summary className="link inline-block py-1">Show as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section aria-label="Table of coverage" tabIndex={0} className="mt-2 overflow-x-auto">
          <DataTable
            caption="Who answers, by answer"
            columns={[
              { header: "Question", cell: ({ questionText }) => questionText },
              { header: "Answer", cell: ({ text }) => text },
              ...LAYERS.map((layer) => ({
                header: LAYER_NAMES[layer],
                cell: ({ layers }: { layers: Layers }) => (
                  <span className="tabular-nums">
                    {formatShare(layers[layer], sumLayers(layers))}
                  </span>
                ),
              })),
            ]}
            rows={rows.flatMap(({ id, questionText, options }) =>
              options.map((option, at) => ({
                ...option,
                key: formatAnswerPair(id, at),
                questionText,
              })),
            )}
            rowKey={({ key }) => key}
          />
        </section>
      </details>
    </div>
  );
}
