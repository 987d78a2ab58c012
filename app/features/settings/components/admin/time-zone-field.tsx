import { SelectField } from "#app/components/admin/select-field.tsx";

/** Listed first. */
const US_ZONES = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
];

export function TimeZoneField({
  zones,
  value,
  error,
}: {
  zones: string[];
  value: string;
  error?: string;
}) {
  const options = (names: string[]) =>
    names.map((zone) => (
      <option key={zone} value={zone}>
        {zone.replaceAll("_", " ")}
      </option>
    ));
  return (
    <SelectField
      name="timeZone"
      label="Business time zone"
      defaultValue={value}
      error={error}
      hint="It decides what counts as today, and in which zone times are shown here."
    >
      <optgroup label="United States">
        {options(US_ZONES.filter((zone) => zones.includes(zone)))}
      </optgroup>
      <optgroup label="All other zones">
        {options(zones.filter((zone) => !US_ZONES.includes(zone)))}
      </optgroup>
    </SelectField>
  );
}
