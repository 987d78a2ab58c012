import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import type { ReviewedField } from "../../changes/constants.ts";
import type { ProfileIntent } from "../constants.ts";
import type { PageState } from "./page-state.ts";
import { ProfileRow } from "./profile-row.tsx";

type ProfileSectionProps = {
  /** The forms of the section; the first names it in addresses. */
  intents: readonly [ProfileIntent, ...ProfileIntent[]];
  title: string;
  /** What is set now, in words. */
  value: string;
  /** Fields of which a change waits for staff. */
  reviewed?: readonly ReviewedField[];
  state: PageState;
  /** Members may use it too. */
  isForAll?: true;
  children: React.ReactNode;
};

/** A part of the profile page, open after one of its forms did something. */
export function ProfileSection(props: ProfileSectionProps) {
  const { intents, title, value, reviewed = [], state, isForAll, children } = props;
  const { profile, done, problem, shown, canEdit } = state;
  const has = (intent: string | undefined) => (intents as readonly string[]).includes(intent ?? "");
  const waits = reviewed.some((field) => field in (profile.pending?.values ?? {}));
  const isDone = done !== null && has(done.intent);
  return (
    <ProfileRow
      id={intents[0]}
      title={title}
      value={value}
      note={waits && "Waiting for our team"}
      isOpen={isDone || has(problem?.intent) || has(shown?.intent)}
    >
      {isDone ? (
        <p id="notice" role="status" className="mb-3 rounded-xl bg-cream p-3 font-semibold">
          {done.text}
        </p>
      ) : null}
      {problem && has(problem.intent) ? (
        <p
          role="alert"
          className="mb-3 rounded-xl border-2 border-danger p-3 font-semibold text-danger"
        >
          {problem.message}
        </p>
      ) : null}
      {isForAll || canEdit ? (
        children
      ) : (
        <>
          <p className="text-muted">Only owners of your company can change this.</p>
          <fieldset disabled className="contents">
            {children}
          </fieldset>
        </>
      )}
    </ProfileRow>
  );
}

type ProfileFormProps = {
  intent: ProfileIntent;
  /** The section that the browser shows after a refusal. */
  section: ProfileIntent;
  state: PageState;
  /** What the form was opened with, where that is not the version of the provider. */
  opened?: string;
  children: React.ReactNode;
};

/** A form of the profile page. */
export function ProfileForm({ intent, section, state, opened, children }: ProfileFormProps) {
  const path = usePortalPath();
  return (
    <form method="post" action={`${path("profile")}#${section}`} className="mt-4 grid gap-4">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={state.profile.version} />
      {opened === undefined ? null : <input type="hidden" name="opened" value={opened} />}
      {children}
    </form>
  );
}
