export type Choice = { value: string; label: string; hint?: string };

/** Maximum length of a text field that has no `max`. */
export const LINE_LENGTH = 200;

/** Choices of a question that is stored as a boolean. */
export const YES_NO = [
  { value: "Yes", label: "Yes" },
  { value: "No", label: "No" },
] as const satisfies Choice[];

/** The answers so far, by field. */
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
 * Key in the record that is sent and stored: either `record`, a top-level key with a column of that
 * name, or `detail`, a key of its `additional_details`, which needs no column.
 */
type Key = { record: string; detail?: undefined } | { detail: string; record?: undefined };

export type QuoteFieldSpec = Key &
  Words & {
    /** Wizard step that has the field. */
    step: 1 | 2 | 3 | 4;
    /** Whether earlier answers make the question visible; a question without this always is. */
    isVisible?: (answers: Answers) => boolean;
    /** Label in the form without JavaScript, where all questions are visible. */
    plainLabel?: string;
    /** Adjacent fields of a group are laid out together. */
    group?: "place" | "decider";
    max?: number;
    /** Wording that differs for a vehicle. */
    vehicle?: Partial<Words>;
    input?: Pick<
      React.ComponentProps<"input">,
      "type" | "autoComplete" | "autoCapitalize" | "inputMode" | "placeholder"
    > & { rows?: number };
    /**
     * Number of choices in a row where there is room, by default two; short ones need less room.
     * Three take two rows in between: the first or the second choice has one of its own.
     */
    columns?: "two-short" | "two-long" | "three-first-wide" | "three-second-wide" | "three-short";
  };
