import type { z } from "zod";

export type InputError = { at: string; detail: string };

/** One sentence for what a schema refused; sentences of our own schemas stay. */
function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.message.endsWith(".")) return issue.message;
  switch (issue.code) {
    case "unrecognized_keys":
      return "There is no such field here. Check its spelling.";
    case "invalid_type":
      return issue.message.endsWith("received undefined")
        ? "This field is missing."
        : `Send a value of the type ${issue.expected}.`;
    case "invalid_value":
      return `Use one of: ${issue.values.map(String).join(", ")}.`;
    case "too_big":
      return `The maximum is ${issue.maximum}${issue.origin === "string" ? " characters" : ""}.`;
    case "too_small":
      return `The minimum is ${issue.minimum}${issue.origin === "string" ? " characters" : ""}.`;
    case "invalid_format":
      return `This is not in the format ${issue.format}.`;
    default:
      return "This value is not allowed.";
  }
}

const escapePointer = (part: PropertyKey) =>
  String(part).replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * Where the input is wrong, and why. Values are never repeated: they may be personal data.
 * @param start "/" for JSON pointers into a body, "?" for query parameters
 */
export const describeIssues = (
  issues: readonly z.core.$ZodIssue[],
  start: "/" | "?",
): InputError[] =>
  issues.flatMap((issue) => {
    const detail = describeIssue(issue);
    const paths =
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => [...issue.path, key])
        : [issue.path];
    return paths.map((path) => ({ at: start + path.map(escapePointer).join("/"), detail }));
  });
