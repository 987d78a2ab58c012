import { memo, useCallback } from "react";
import { formatAnswerPair } from "../../../engine/hash-answers.ts";
import type { Question } from "../../../schema.ts";
import { type OutcomeForm, parseWeight } from "../../model-form.ts";

const BIAS = "bias";
const STRONG = 2;

type WeightsTableProps = {
  questions: readonly Question[];
  outcomes: readonly OutcomeForm[];
  onChange: (key: string, pair: string, text: string) => void;
};

/** Up, Down and Enter move to the same outcome in another row; Tab moves on as usual. */
function handleColumnKey(event: React.KeyboardEvent<HTMLTableElement>) {
  const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
  if (!step || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const column = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>(
      `input[data-column="${event.target.dataset.column}"]`,
    ),
  ];
  const next = column[column.indexOf(event.target) + step];
  next?.focus();
  next?.select();
}

/** The scroll padding keeps a focused field clear of the sticky headers. */
const SCROLLER =
  "max-h-[75dvh] scroll-pt-28 scroll-pl-36 overflow-auto overscroll-contain rounded-lg border border-line room-sm:scroll-pl-64 room-max-xs:scroll-p-0";

/** Weights of the answers: one row per answer, one column per outcome. */
export function WeightsTable({ questions, outcomes, onChange }: WeightsTableProps) {
  const names = outcomes
    .map(({ text }, at) => text.diagnosis.trim() || `Outcome ${at + 1}`)
    .join("\n");
  const keys = outcomes.map(({ key }) => key).join("\n");
  const cells = (pair: string) =>
    outcomes.map(({ weights, bias }) => (pair === BIAS ? bias : (weights[pair] ?? ""))).join("\n");
  const change = useCallback(
    (key: string, pair: string, text: string) => onChange(key, pair, text),
    [onChange],
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label="Table of weights" tabIndex={0} className={SCROLLER}>
      <table onKeyDown={handleColumnKey} className="border-separate border-spacing-0 text-sm">
        <caption className="sr-only">
          Weights: how much each answer speaks for (above 0) or against (below 0) each outcome
        </caption>
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 left-0 z-20 w-36 min-w-36 border-r border-b border-line bg-sand p-2 text-left align-bottom room-sm:w-64 room-sm:min-w-64 room-max-xs:static"
            >
              Answer
            </th>
            {names.split("\n").map((name, at) => (
              <th
                key={outcomes[at]?.key ?? name}
                scope="col"
                className="sticky top-0 z-10 w-24 min-w-24 border-b border-line bg-sand p-2 text-left align-bottom leading-tight break-words room-max-xs:static"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <WeightRow
            pair={BIAS}
            label="Before any answer"
            names={names}
            keys={keys}
            cells={cells(BIAS)}
            onChange={change}
          />
        </tbody>
        {questions.map(({ id, questionText, options }) => (
          <tbody key={id}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={outcomes.length + 1}
                className="border-b border-line bg-cream p-2 text-left"
              >
                <span className="sticky left-2 inline-block max-w-[min(40rem,70vw)]">
                  {questionText}
                </span>
              </th>
            </tr>
            {options.map((text, option) => (
              <WeightRow
                key={formatAnswerPair(id, option)}
                pair={formatAnswerPair(id, option)}
                label={text}
                names={names}
                keys={keys}
                cells={cells(formatAnswerPair(id, option))}
                onChange={change}
              />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** Color by sign, stronger from 2 on; the number shows the same. */
function getWeightTone(text: string): string {
  const value = parseWeight(text);
  if (value === null) return "bg-paper border-danger border-2";
  if (value === 0) return "bg-paper border-line";
  const isStrong = Math.abs(value) >= STRONG;
  if (value > 0) return isStrong ? "bg-ok/25 border-ok" : "bg-ok/10 border-ok/60";
  return isStrong ? "bg-danger/20 border-danger" : "bg-danger/8 border-danger/60";
}

type WeightRowProps = {
  pair: string;
  label: string;
  names: string;
  keys: string;
  cells: string;
  onChange: WeightsTableProps["onChange"];
};

/** All props are strings, so that typing in one cell re-renders only one row. */
const WeightRow = memo(function WeightRow({
  pair,
  label,
  names,
  keys,
  cells,
  onChange,
}: WeightRowProps) {
  const texts = cells.split("\n");
  const titles = names.split("\n");
  return (
    <tr>
      <th
        scope="row"
        className="sticky left-0 z-10 border-r border-b border-line bg-paper p-2 text-left font-normal break-words room-max-xs:static"
      >
        {label}
      </th>
      {keys.split("\n").map((key, at) => (
        <td key={key} className="border-b border-line p-1">
          <input
            inputMode="decimal"
            autoComplete="off"
            data-column={at}
            aria-label={`${titles[at]}: ${label}`}
            aria-invalid={parseWeight(texts[at] ?? "") === null ? true : undefined}
            value={texts[at] ?? ""}
            placeholder="0"
            onChange={(event) => onChange(key, pair, event.target.value.replaceAll("\n", ""))}
            className={`min-h-10 w-full rounded-md border px-2 text-right tabular-nums placeholder:text-muted ${getWeightTone(texts[at] ?? "")}`}
          />
        </td>
      ))}
    </tr>
  );
});
