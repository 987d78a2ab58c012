import type { ProfileIntent } from "../constants.ts";
import type { FormProblem, ShownResult } from "../handle-form.server.ts";
import type { OwnProfile } from "../load-profile.server.ts";

/** What a section of the profile page shows besides the stored values. */
export type PageState = {
  profile: OwnProfile;
  /** Whether the viewer may change everything, and not only pause. */
  canEdit: boolean;
  /** What a form just did. */
  done: { intent: string; text: string } | null;
  /** Why a form was refused. */
  problem: FormProblem | null;
  /** What was typed, where the page shows it again. */
  shown: ShownResult | null;
};

/** What was typed into a field of a form that is shown again, else the stored value. */
export function getTyped(
  { shown }: PageState,
  intent: ProfileIntent,
  { name, stored, index = 0 }: { name: string; stored: string; index?: number },
): string {
  return shown?.intent === intent ? (shown.typed[name]?.[index] ?? "") : stored;
}

/** The error of a field of a form. */
export const getError = ({ problem }: PageState, intent: ProfileIntent, name: string) =>
  problem?.intent === intent ? problem.errors[name] : undefined;
