import { Link } from "react-router";
import { formatGroupCount, GROUP_HINTS, GROUP_LABELS, type Group } from "../../groups.ts";
import { buildListQuery, LIST_PATH } from "../../schema.ts";
import { type LoadedCounts, useViewCounts } from "./use-view-counts.ts";

/**
 * The view of this group also has emergencies and returned requests, which are in other groups: its
 * count is that of the view, not of the group.
 */
const WIDER_VIEW: Group = "waiting";

/** Beside the name of a group: how many it has, what staff do with them, and a link to all. */
export function GroupHeading({ group, loaded }: { group: Group; loaded: LoadedCounts }) {
  const { [group]: count } = useViewCounts(loaded);
  const shown = count === undefined ? null : formatGroupCount(count);
  const isOfView = group === WIDER_VIEW;
  return (
    <>
      {shown && !isOfView ? <span className="ml-1.5 tabular-nums">{shown}</span> : null}
      <span className="ml-3 font-normal room-max-wide:hidden">{GROUP_HINTS[group]}</span>
      <Link to={LIST_PATH + buildListQuery({ view: group })} className="link">
        Show all{shown && isOfView ? ` ${shown}` : ""}
        <span className="sr-only"> in {GROUP_LABELS[group]}</span>
      </Link>
    </>
  );
}
