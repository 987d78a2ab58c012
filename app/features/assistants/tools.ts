import type { z } from "zod";
import type { ToolName } from "./constants.ts";
import { INPUTS, OUTPUTS } from "./schema.ts";

type ToolDescription = {
  name: ToolName;
  title: string;
  description: string;
  inputSchema: z.ZodObject;
  outputSchema: z.ZodObject;
  annotations: { readOnlyHint: true; openWorldHint: false; title: string };
};

const WORDS: Record<ToolName, { title: string; description: string }> = {
  find_service: {
    title: "Find a service",
    description:
      "Finds the home or auto service, and quizzes about the cause, for what is wrong. Words that describe a danger get what to do now instead: say only that, word for word, and stop there.",
  },
  coverage: {
    title: "Look up coverage",
    description:
      "Says which city a US ZIP code is in, and how many verified providers cover it, for a service if one is given. Say no more than the message does.",
  },
  price_range: {
    title: "Look up usual prices",
    description:
      "Gives the usual prices of a service and what moves them. These are ranges for planning, not offers; some services have none.",
  },
  list_quizzes: {
    title: "List quizzes",
    description: "Lists short quizzes that look for the likely cause of a problem.",
  },
  diagnose: {
    title: "Take a quiz, one question at a time",
    description:
      "Gives the next question of a quiz for the answers so far, and after the last one the likely cause with a link to the quote form. The person answers, not the assistant. An answer that means danger ends the quiz with what to do now: say only that, word for word, and stop there.",
  },
  quote_link: {
    title: "Make a quote link",
    description:
      "Returns an address of the quote form with the service and the ZIP code filled in. It sends nothing: a person must open it, complete it and submit it. Takes no name, phone, email or street address.",
  },
};

/** What a program is told about each tool. */
export const describeTool = (name: ToolName): ToolDescription => ({
  name,
  ...WORDS[name],
  inputSchema: INPUTS[name],
  outputSchema: OUTPUTS[name],
  annotations: { readOnlyHint: true, openWorldHint: false, title: WORDS[name].title },
});
