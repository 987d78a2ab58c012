import { useFetcher } from "react-router";
import type { RequestDetailData } from "../../present-requests.server.ts";
import type { RequestFormResult } from "../../staff-schema.ts";

type AssigneeSelectProps = Pick<RequestDetailData, "assignees"> & { request: RequestDetailData["request"] };

/** Who looks after the request; saved the moment it is chosen. */
export function AssigneeSelect({ request, assignees }: AssigneeSelectProps) {
  const fetcher = useFetcher<RequestFormResult>();
  const sent = fetcher.formData?.get("assigneeId");
  const value = sent === undefined || sent === null ? (request.assigneeId ?? "") : String(sent);
  const isFormer = request.assigneeId !== null && !assignees.some(({ id }) => id === request.assigneeId);
  return (
    <label className="grid gap-1">
      <span className="text-sm font-semibold">Assigned to</span>
      <select
        value={value}
        onChange={(event) => void fetcher.submit({ intent: "assign", id: request.id, assigneeId: event.target.value }, { method: "post" })}
        className="field-small"
      >
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
        {fetcher.state === "idle" && fetcher.data && !fetcher.data.ok ? "Could not be saved. Please try again." : ""}
      </span>
    </label>
  );
}
