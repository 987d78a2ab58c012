import { capitalize } from "#app/lib/text.ts";
import { URGENCIES } from "../../../constants.ts";

/** The options of a select for the urgency or the priority. */
export function UrgencyOptions() {
  return URGENCIES.map((urgency) => (
    <option key={urgency} value={urgency}>
      {capitalize(urgency)}
    </option>
  ));
}
