import { useState } from "react";
import { useAutosaveValue } from "#app/components/admin/use-autosave-value.ts";
import type { RequestDetailData } from "../../loaders.server.ts";

type AssigneeSelectProps = Pick<RequestDetailData, "assignees"> & {
  request: RequestDetailData["request"];
};

/** Assigns the request; saves as soon as a member is chosen. Says who has taken it meanwhile. */
export function AssigneeSelect({ request, assignees }: AssigneeSelectProps) {
  const stored = request.assigneeId ?? "";
  const [refusal, setRefusal] = useState<string>();
  const { value, hasFailed, choose } = useAutosaveValue(stored, {
    fields: (assigneeId) => ({ intent: "assign", id: request.id, assigneeId, from: stored }),
    onFail: setRefusal,
  });
  const isFormer =
    request.assigneeId !== null && !assignees.some(({ id }) => id === request.assigneeId);
  return (
    <label className="grid gap-1">
      <span className="text-sm font-semibold">Assigned to</span>
      <select value={value} onChange={({ target }) => choose(target.value)} className="field-small">
        <option value="">Nobody</option>
        {isFormer ? (
          <option value={request.assigneeId ?? ""} disabled>
            {request.assigneeName ?? "Former staff"}
          </option>
        ) : null}
        {assignees.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <span role="status" className="text-sm text-danger">
        {hasFailed ? (refusal ?? "Could not be saved. Please try again.") : ""}
      </span>
    </label>
  );
}
