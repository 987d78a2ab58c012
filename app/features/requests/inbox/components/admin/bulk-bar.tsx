import { useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { type RequestStatus, STATUS_LABELS, STATUSES } from "../../schema.ts";

type BulkBarProps = {
  count: number;
  onApply: (status: RequestStatus) => void;
  onClear: () => void;
};

/** Actions for the selected rows. */
export function BulkBar({ count, onApply, onClear }: BulkBarProps) {
  const [status, setStatus] = useState<RequestStatus>("contacted");
  return (
    <fieldset className="panel-card sticky top-14 z-10 flex flex-wrap items-center gap-3 px-4 py-2 room-max-xs:static">
      <legend className="sr-only">Selected requests</legend>
      <span className="font-semibold">{count} selected</span>
      <label className="flex items-center gap-2">
        Set status to
        <select
          value={status}
          onChange={(event) => setStatus(event.target.value as RequestStatus)}
          className="field-small"
        >
          {STATUSES.map((value) => (
            <option key={value} value={value}>
              {STATUS_LABELS[value]}
            </option>
          ))}
        </select>
      </label>
      <Button tone="primary" onClick={() => onApply(status)}>
        Apply
      </Button>
      <Button onClick={onClear}>Clear</Button>
    </fieldset>
  );
}
