import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import { findRule, type RuleCode } from "../find-rule.ts";

type RuleLinkProps = {
  /** The state of an offer, why its credits came back, or the kind of a line of the statement. */
  code: RuleCode | (string & {});
};

/** A link to the line of the rules that applied. */
export function RuleLink({ code }: RuleLinkProps) {
  const path = usePortalPath();
  const { anchor, words } = findRule(code);
  return (
    <a href={`${path("rules")}#${anchor}`} className="link">
      The rule: {words}
    </a>
  );
}
