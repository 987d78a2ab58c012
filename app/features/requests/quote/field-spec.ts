export type Choice = { value: string; label: string; hint?: string };

/** Maximum length of a text without a `max` of its own. */
export const LINE_LENGTH = 200;

/** Stored as a boolean. */
export const YES_NO = [
  { value: "Yes", label: "Yes" },
  { value: "No", label: "No" },
] as const satisfies Choice[];

/** What has been answered so far, by field. */
export type Answers = Readonly<Record<string, string>>;

type Words = {
  /** Label, or the question above choices. */
  label: string;
  hint?: string;
  /** Message for a missing answer; a field without one is optional. */
  missing?: string;
  /** The allowed values; any text where absent. */
  choices?: readonly Choice[];
};

/**
 * Key in the record that is sent and stored: one of its own, with a column of that name, or one of
 * its `additional_details`, which needs no column.
 */
type Key = { record: string; detail?: undefined } | { detail: string; record?: undefined };

export type QuoteFieldSpec = Key &
  Words & {
    /** Wizard step that asks. */
    step: 1 | 2 | 3 | 4;
    /** Whether earlier answers make the question appear, which is hidden at first. */
    isAsked?: (answers: Answers) => boolean;
    /** Label of a hidden question on the page without script, where none is hidden. */
    plainLabel?: string;
    /** Fields next to each other that are laid out together. */
    group?: "place" | "decider";
    max?: number;
    /** What differs for a vehicle. */
    vehicle?: Partial<Words>;
    input?: Pick<
      React.ComponentProps<"input">,
      "type" | "autoComplete" | "autoCapitalize" | "inputMode" | "placeholder"
    > & { rows?: number };
    /** Choices in a row where there is room, by default two; short ones need less. */
    columns?: "two-short" | "three" | "three-short";
  };
