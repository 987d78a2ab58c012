import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import type { ProfileIntent } from "../constants.ts";
import type { PageState } from "./page-state.ts";

type ProfileSectionProps = {
  /** The forms of the section; the first names it in addresses. */
  intents: readonly [ProfileIntent, ...ProfileIntent[]];
  title: string;
  state: PageState;
  /** Members may use it too. */
  isForAll?: true;
  children: React.ReactNode;
};

/** A block of the profile page, with what its forms just did. */
export function ProfileSection(props: ProfileSectionProps) {
  const { intents, title, state, isForAll, children } = props;
  const { done, problem, canEdit } = state;
  const [id] = intents;
  const has = (intent: string | undefined) => (intents as readonly string[]).includes(intent ?? "");
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mt-6 scroll-mt-24 rounded-2xl border border-line bg-paper p-5"
    >
      <h2 id={`${id}-title`} className="font-display text-xl font-bold">
        {title}
      </h2>
      {done && has(done.intent) ? (
        <p id="notice" role="status" className="mt-3 rounded-xl bg-cream p-3 font-semibold">
          {done.text}
        </p>
      ) : null}
      {problem && has(problem.intent) ? (
        <p
          role="alert"
          className="mt-3 rounded-xl border-2 border-danger p-3 font-semibold text-danger"
        >
          {problem.message}
        </p>
      ) : null}
      {isForAll || canEdit ? (
        children
      ) : (
        <>
          <p className="mt-2 text-muted">Only owners of your company can change this.</p>
          <fieldset disabled className="contents">
            {children}
          </fieldset>
        </>
      )}
    </section>
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
