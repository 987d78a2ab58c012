import { useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { parseZips, summarizeWords } from "../../parse-zips.ts";

const formatZipCount = (count: number) =>
  `${count.toLocaleString("en-US")} ZIP ${count === 1 ? "code" : "codes"}`;

/** Many ZIP codes in one field, pasted from anywhere; shows at once how they are read. */
export function ZipEditor({ zips, error }: { zips: readonly string[]; error?: string }) {
  const id = useId();
  const [text, setText] = useState(() => zips.join(" "));
  const field = useRef<HTMLTextAreaElement>(null);
  // The form works without scripts: use what was typed before hydration.
  useLayoutEffect(() => setText((now) => field.current?.value ?? now), []);
  const parsed = useMemo(() => parseZips(text), [text]);
  const normalized = parsed.zips.join(" ");
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        Service area ZIP codes
      </label>
      <textarea
        ref={field}
        id={id}
        name="service_area_zips"
        value={text}
        onChange={(event) => setText(event.target.value)}
        rows={8}
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-count ${id}-hint`}
        className="input mt-1 tabular-nums"
      />
      <p id={`${id}-count`} role="status" className="text-[0.9375rem]">
        <span className="font-semibold">{formatZipCount(parsed.zips.length)}</span>
        {parsed.duplicates > 0
          ? `, ${parsed.duplicates} ${parsed.duplicates === 1 ? "duplicate" : "duplicates"} dropped`
          : ""}
        {parsed.unreadable.length > 0 ? (
          <span className="block font-semibold text-danger">
            Not ZIP codes: {summarizeWords(parsed.unreadable)}.
          </span>
        ) : null}
      </p>
      <p
        id={`${id}-hint`}
        className={error ? "font-semibold text-danger" : "text-[0.9375rem] text-muted"}
      >
        {error ?? "Paste as many as you like, with any separators."}
      </p>
      {parsed.zips.length > 0 && normalized !== text ? (
        <Button onClick={() => setText(normalized)} className="mt-2">
          Keep only the ZIP codes
        </Button>
      ) : null}
    </div>
  );
}
