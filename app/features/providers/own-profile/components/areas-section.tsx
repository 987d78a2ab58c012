import { FieldError } from "#app/components/form/field.tsx";
import { ZIP_LENGTH } from "#app/lib/zip-length.ts";
import { AREA_MILES, BLANK_AREAS, MAX_AREAS } from "../../areas/constants.ts";
import type { TypedArea } from "../../areas/read-areas.ts";
import { describeOwnArea } from "../describe-profile.ts";
import type { OwnProfile } from "../load-profile.server.ts";
import { getError, getTyped, type PageState } from "./page-state.ts";
import { ProfileForm, ProfileSection } from "./profile-section.tsx";

/** Where a provider works: distances around ZIP codes, or a list of ZIP codes. */
export function AreasSection({ state }: { state: PageState }) {
  const { profile, shown } = state;
  const isList = profile.areas === null && profile.values.service_area_zips.length > 0;
  const showsList = shown ? shown.intent === "zips" : isList;
  return (
    <ProfileSection
      intents={["areas", "zips"]}
      title="Area"
      value={describeOwnArea(profile.areas, profile.values.service_area_zips)}
      state={state}
    >
      <p>Offers come from ZIP codes in your area alone.</p>
      <AreaResult title="Saved now" area={profile.area} />
      {shown?.area ? <AreaResult title="Not saved yet" area={shown.area} isNew /> : null}
      <details open={!showsList} className="mt-4">
        <summary className="py-1 font-semibold">ZIP codes and how far around them</summary>
        <AreaForm state={state} />
      </details>
      <details open={showsList} className="mt-2">
        <summary className="py-1 font-semibold">A list of ZIP codes</summary>
        <ZipForm state={state} isList={isList} />
      </details>
    </ProfileSection>
  );
}

type AreaResultProps = { title: string; area: OwnProfile["area"]; isNew?: true };

function AreaResult({ title, area: { sentence, lines }, isNew }: AreaResultProps) {
  return (
    <div
      role={isNew ? "status" : undefined}
      className={`mt-3 rounded-xl p-3 ${isNew ? "border-2 border-action" : "bg-cream"}`}
    >
      <p className="font-semibold">{title}</p>
      <p>{sentence}</p>
      {lines.length > 0 ? (
        <ul className="mt-1 grid gap-1 text-[0.9375rem]">
          {lines.map(({ text, isUnknown }) => (
            <li key={text} className={isUnknown ? "error" : "text-muted"}>
              {text}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function AreaForm({ state }: { state: PageState }) {
  const { profile, shown } = state;
  const entries: readonly TypedArea[] =
    shown?.intent === "areas" ? shown.areas : (profile.areas ?? []);
  const count = Math.min(MAX_AREAS, entries.length + BLANK_AREAS);
  const rows = Array.from({ length: count }, (_, index) => ({ index, entry: entries[index] }));
  const error = getError(state, "areas", "areas");
  return (
    <ProfileForm intent="areas" section="areas" state={state}>
      <ul className="grid gap-3">
        {rows.map(({ index, entry }) => (
          <AreaRow key={index} number={index + 1} entry={entry} error={error && "areas-error"} />
        ))}
      </ul>
      {error ? <FieldError id="areas-error" message={error} /> : null}
      <p className="text-[0.9375rem] text-muted">
        Miles are measured as the crow flies, between the middles of ZIP codes, and may be one or
        two off. To take an entry off, empty its ZIP code. For more rows, show the result. You can
        have {MAX_AREAS}.
      </p>
      <ShowOrSave save="Save area" />
    </ProfileForm>
  );
}

type AreaRowProps = { number: number; entry: TypedArea | undefined; error: string | undefined };

function AreaRow({ number, entry, error }: AreaRowProps) {
  return (
    <li className="grid gap-2 sm:grid-cols-2">
      <input
        name="zip"
        aria-label={`ZIP code ${number}`}
        aria-describedby={error}
        defaultValue={entry?.zip ?? ""}
        inputMode="numeric"
        maxLength={2 * ZIP_LENGTH}
        placeholder="ZIP code"
        autoComplete="off"
        className="input"
      />
      <select
        name="miles"
        aria-label={`How far around ZIP code ${number}`}
        defaultValue={entry?.miles ?? AREA_MILES[2]}
        className="input"
      >
        {AREA_MILES.map((miles) => (
          <option key={miles} value={miles}>
            {miles === 0 ? "This ZIP code alone" : `Within ${miles} miles`}
          </option>
        ))}
      </select>
    </li>
  );
}

function ZipForm({ state, isList }: { state: PageState; isList: boolean }) {
  const stored = isList ? state.profile.values.service_area_zips.join(" ") : "";
  const error = getError(state, "zips", "zips");
  return (
    <ProfileForm intent="zips" section="areas" state={state}>
      <div>
        <label htmlFor="zips-field">Paste ZIP codes, with anything between them</label>
        <textarea
          id="zips-field"
          name="zips"
          rows={6}
          spellCheck={false}
          defaultValue={getTyped(state, "zips", { name: "zips", stored })}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "zips-error" : undefined}
          className="input mt-1"
        />
        {error ? <FieldError id="zips-error" message={error} /> : null}
      </div>
      <ShowOrSave save="Save list" />
    </ProfileForm>
  );
}

const ShowOrSave = ({ save }: { save: string }) => (
  <p className="flex flex-wrap gap-3">
    <button type="submit" name="act" value="show" className="btn btn-line">
      Show result
    </button>
    <button type="submit" name="act" value="save" className="btn btn-action">
      {save}
    </button>
  </p>
);
