import type { ComponentProps } from "react";
import { Link } from "react-router";

const TONES = {
  plain: "",
  primary: "btn-primary",
  danger: "btn-danger",
  current: "border-petrol bg-sand",
} as const;
type ToneProps = {
  /**
   * `primary` for the main action of a screen, `danger` for one that cannot be undone, `current` for
   * the selected one of a group.
   */
  tone?: keyof typeof TONES;
};

const getButtonClasses = (tone: keyof typeof TONES, more = "") =>
  ["btn-small", TONES[tone], more].filter(Boolean).join(" ");

/** The portal's button. It submits a form only with `type="submit"`. */
export function Button({
  tone = "plain",
  className,
  type = "button",
  ...rest
}: ToneProps & ComponentProps<"button">) {
  return <button type={type} className={getButtonClasses(tone, className)} {...rest} />;
}

/** A plain link that looks like a button: for downloads and pages that open in another tab. */
export function ButtonAnchor({
  tone = "plain",
  className,
  ...rest
}: ToneProps & ComponentProps<"a">) {
  return <a className={getButtonClasses(tone, className)} {...rest} />;
}

/** A link to another portal page that looks like a button. */
export function ButtonLink({
  tone = "plain",
  className,
  ...rest
}: ToneProps & ComponentProps<typeof Link>) {
  return <Link className={getButtonClasses(tone, className)} {...rest} />;
}
