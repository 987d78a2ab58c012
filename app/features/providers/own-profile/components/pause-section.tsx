import { TextField } from "#app/components/form/field.tsx";
import { getError, getTyped, type PageState } from "./page-state.ts";
import { ProfileForm, ProfileSection } from "./profile-section.tsx";

/** Pauses offers for a while; every person of the company may. */
export function PauseSection({ state }: { state: PageState }) {
  const { pausedUntil, today } = state.profile;
  return (
    <ProfileSection
      intents={["pause"]}
      title="Pause"
      value={pausedUntil ? `Paused until ${pausedUntil}` : "Not paused"}
      state={state}
      isForAll
    >
      {pausedUntil ? (
        <>
          <p>
            <strong>Paused until {pausedUntil}.</strong> No new offers come until then. Offers that
            you have already stay open.
          </p>
          <ProfileForm intent="pause" section="pause" state={state}>
            <p>
              <button type="submit" name="pause" value="end" className="btn btn-action">
                Take offers again now
              </button>
            </p>
          </ProfileForm>
        </>
      ) : (
        <p>You are not paused. On vacation, sick or booked out? Pause new offers.</p>
      )}
      <ProfileForm intent="pause" section="pause" state={state}>
        <p className="flex flex-wrap gap-3">
          <button type="submit" name="pause" value="day" className="btn btn-line">
            Pause for 1 day
          </button>
          <button type="submit" name="pause" value="week" className="btn btn-line">
            Pause for 1 week
          </button>
        </p>
      </ProfileForm>
      <ProfileForm intent="pause" section="pause" state={state}>
        <TextField
          name="until"
          type="date"
          min={today}
          label="Offers begin again on"
          defaultValue={getTyped(state, "pause", { name: "until", stored: "" })}
          error={getError(state, "pause", "until")}
        />
        <p>
          <button type="submit" name="pause" value="until" className="btn btn-line">
            Pause until that day
          </button>
        </p>
      </ProfileForm>
    </ProfileSection>
  );
}
