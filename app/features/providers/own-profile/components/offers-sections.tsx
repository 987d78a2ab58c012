import { CHOICE_CARD, FieldError, TextField } from "#app/components/form/field.tsx";
import { WEEKDAYS } from "../../availability/availability.ts";
import { MAX_AMOUNT } from "../../constants.ts";
import { MAX_OFFERS_PER_DAY } from "../constants.ts";
import { describeHours, describeJobValue } from "../describe-profile.ts";
import { getError, getTyped, type PageState } from "./page-state.ts";
import { ProfileForm, ProfileSection } from "./profile-section.tsx";

/** What jobs must be worth. */
export function JobValueSection({ state }: { state: PageState }) {
  const { min, max, opened } = state.profile.jobValue;
  const field = (name: "min_job_value" | "max_job_value", value: number | null) => ({
    name,
    inputMode: "decimal" as const,
    maxLength: String(MAX_AMOUNT).length + 3,
    defaultValue: getTyped(state, "job-value", { name, stored: value === null ? "" : `${value}` }),
    error: getError(state, "job-value", name),
    autoComplete: "off",
  });
  return (
    <ProfileSection
      intents={["job-value"]}
      title="Jobs you take"
      value={describeJobValue({ min, max })}
      state={state}
    >
      <p>
        We compare this with what such a job usually costs. For services whose usual cost we do not
        know, any job fits.
      </p>
      <ProfileForm intent="job-value" section="job-value" state={state} opened={opened}>
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            {...field("min_job_value", min)}
            label="Smallest job"
            hint="In dollars. Leave blank for any."
          />
          <TextField
            {...field("max_job_value", max)}
            label="Largest job"
            hint="In dollars. Leave blank for any."
          />
        </div>
        <p>
          <button type="submit" className="btn btn-action">
            Save job value
          </button>
        </p>
      </ProfileForm>
    </ProfileSection>
  );
}

/** At which hours offers come, and how many a day. */
export function HoursSection({ state }: { state: PageState }) {
  const { hours, zone, hasOwnZone } = state.profile;
  const isShown = state.shown?.intent === "hours";
  const anyTime = getTyped(state, "hours", {
    name: "any_time",
    stored: hours.days === null ? "yes" : "no",
  });
  const error = getError(state, "hours", "any_time");
  return (
    <ProfileSection
      intents={["hours"]}
      title="When you take offers"
      value={describeHours(hours)}
      state={state}
    >
      <p>
        Times are in {zone}
        {hasOwnZone
          ? ", the time of your business ZIP code."
          : ", our own time, because we have no ZIP code of your business."}{" "}
        Our team may still offer you a job at another hour, or one more, when it cannot wait.
      </p>
      <ProfileForm intent="hours" section="hours" state={state} opened={hours.opened}>
        <fieldset aria-describedby={error ? "hours-error" : undefined} className="grid gap-2">
          <legend className="mb-1 font-semibold">Hours</legend>
          {[
            { value: "yes", label: "At any time" },
            { value: "no", label: "Only at the hours below" },
          ].map(({ value, label }) => (
            <label key={value} className={CHOICE_CARD}>
              <input
                type="radio"
                name="any_time"
                value={value}
                defaultChecked={anyTime === value}
                className="size-5 shrink-0 accent-action"
              />
              {label}
            </label>
          ))}
          {error ? <FieldError id="hours-error" message={error} /> : null}
        </fieldset>
        {WEEKDAYS.map((weekday, day) => {
          const span = hours.days?.[day];
          const stored = isShown ? null : span;
          return (
            <DayRow
              key={weekday}
              weekday={weekday}
              from={getTyped(state, "hours", {
                name: "from",
                stored: formatField(stored?.from),
                index: day,
              })}
              until={getTyped(state, "hours", {
                name: "until",
                stored: formatField(stored?.until),
                index: day,
              })}
              error={getError(state, "hours", `day_${day}`)}
            />
          );
        })}
        <p className="text-[0.9375rem] text-muted">
          Leave both times empty for a day without offers. From midnight until midnight is the whole
          day; an end before the beginning is on the next day.
        </p>
        <TextField
          name="most"
          label="Most offers a day"
          inputMode="numeric"
          maxLength={3}
          defaultValue={getTyped(state, "hours", { name: "most", stored: `${hours.most ?? ""}` })}
          error={getError(state, "hours", "most")}
          hint={`Per day, up to ${MAX_OFFERS_PER_DAY}. Leave blank for no limit.`}
          autoComplete="off"
        />
        <p>
          <button type="submit" className="btn btn-action">
            Save hours
          </button>
        </p>
      </ProfileForm>
    </ProfileSection>
  );
}

/** Minutes after midnight as a field of the type `time` has them. */
function formatField(minutes: number | undefined): string {
  if (minutes === undefined) return "";
  const [hours, rest] = [Math.floor(minutes / 60) % 24, minutes % 60];
  return `${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}

type DayRowProps = { weekday: string; from: string; until: string; error: string | undefined };

function DayRow({ weekday, from, until, error }: DayRowProps) {
  const errorId = error && `${weekday}-error`;
  const time = (name: "from" | "until", value: string) => (
    <label className="grid gap-1">
      <span>
        {name === "from" ? "From" : "Until"}
        <span className="sr-only">, {weekday}</span>
      </span>
      <input
        type="time"
        name={name}
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={errorId}
        className="input"
      />
    </label>
  );
  return (
    <fieldset>
      <legend className="font-semibold">{weekday}</legend>
      <div className="grid grid-cols-2 gap-3">
        {time("from", from)}
        {time("until", until)}
      </div>
      {error ? <FieldError id={errorId ?? ""} message={error} /> : null}
    </fieldset>
  );
}
