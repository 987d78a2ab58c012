import { useId } from "react";

/** Zones of the United States come first. */
const NEAR = [
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
  const id = useId();
  const options = (names: string[]) =>
    names.map((zone) => (
      <option key={zone} value={zone}>
        {zone.replaceAll("_", " ")}
      </option>
    ));
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        Business time zone
      </label>
      <select
        id={id}
        name="timeZone"
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint`}
        className="input mt-1"
      >
        <optgroup label="United States">
          {options(NEAR.filter((zone) => zones.includes(zone)))}
        </optgroup>
        <optgroup label="All other zones">
          {options(zones.filter((zone) => !NEAR.includes(zone)))}
        </optgroup>
      </select>
      <p
        id={`${id}-hint`}
        className={error ? "mt-1 font-semibold text-danger" : "mt-1 text-[0.9375rem] text-muted"}
      >
        {error ?? "It decides what counts as today, and in which zone times are shown here."}
      </p>
    </div>
  );
}
