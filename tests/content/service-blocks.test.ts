import { expect, test } from "vitest";
import { z } from "zod";
import { INSURANCE_KINDS, JOB_TYPES } from "#app/features/catalog/job-types.ts";
import { serviceFrontMatterSchema } from "#app/features/catalog/schema.ts";
import { readMarkdownFolder, readYaml } from "#app/lib/content.server.ts";

const table = readYaml(
  "../tests/content/service-blocks.yaml",
  z.array(
    z.strictObject({
      service: z.string(),
      jobType: z.enum(JOB_TYPES),
      blocks: z.array(z.enum(["now", "prices"])),
      insurance: z.array(z.enum(INSURANCE_KINDS)),
    }),
  ),
);
const services = readMarkdownFolder("services", serviceFrontMatterSchema);

test("each service has the job type and the blocks of the table", () => {
  const found = services.map(({ slug, frontMatter: { jobType, now, costs, insurance = [] } }) => ({
    service: slug,
    jobType,
    blocks: [...(now ? ["now"] : []), ...(costs?.length ? ["prices"] : [])],
    insurance,
  }));
  const bySlug = (a: { service: string }, b: { service: string }) =>
    a.service.localeCompare(b.service);
  expect(found.sort(bySlug)).toEqual(table.toSorted(bySlug));
});

test.each(services)("$slug has only blocks that make sense for its job", ({ frontMatter }) => {
  const { area, jobType, now, untilArrival = [], priceFactors, insurance = [] } = frontMatter;
  // Planned work on a car has the headings of other planned work.
  const jobTypes = area === "auto" ? ["auto", "upkeep", "project"] : JOB_TYPES;
  expect(jobTypes).toContain(jobType);
  if (jobType === "auto") expect(area, "car trouble is for cars").toBe("auto");
  // Others have steps to do now where a danger is usual: the table names them.
  if (jobType === "emergency") expect(now, "steps to do now").toBeDefined();
  if (now) expect(untilArrival.length).toBeGreaterThan(now.length);
  // One warning at the top is enough.
  if (now) expect(frontMatter.isFirstStepUrgent).toBeUndefined();
  if (frontMatter.isFirstStepUrgent) expect(untilArrival.length).toBeGreaterThan(1);
  for (const factor of priceFactors)
    expect(factor, "figures stand in costs, which has only those of the specification").not.toMatch(
      /[$%]/,
    );
  for (const kind of insurance)
    expect(kind === "auto", `${kind} insurance on a page for ${area}`).toBe(area === "auto");
});
