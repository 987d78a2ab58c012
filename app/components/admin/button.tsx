import type { ComponentProps } from "react";
import { Link } from "react-router";

const TONES = {
  plain: "",
  main: "btn-main",
  risk: "btn-risk",
  current: "border-petrol bg-sand",
} as const;
type Look = {
  /**
   * `main` for the one thing the screen is for, `risk` for what cannot be undone, `current` for the
   * chosen one of a group.
   */
  tone?: keyof typeof TONES;
};

const classesOf = (tone: keyof typeof TONES, more = "") =>
  ["btn-small", TONES[tone], more].filter(Boolean).join(" ");

/** The portal's button. It submits only where `type="submit"` says so. */
export function Button({
  tone = "plain",
  className,
  type = "button",
  ...rest
}: Look & ComponentProps<"button">) {
  return <button type={type} className={classesOf(tone, className)} {...rest} />;
}

/** An ordinary link that looks like a button: for downloads and what opens in another tab. */
export function ButtonAnchor({ tone = "plain", className, ...rest }: Look & ComponentProps<"a">) {
  return <a className={classesOf(tone, className)} {...rest} />;
}

/** A link that looks like the button beside it. */
export function ButtonLink({
  tone = "plain",
  className,
  ...rest
}: Look & ComponentProps<typeof Link>) {
  return <Link className={classesOf(tone, className)} {...rest} />;
}
