import { describe, expect, test } from "vitest";
import { DAY_MS } from "#app/lib/durations.ts";
import { listDemoServices } from "./demo-services.server.ts";
import { generateRequests } from "./generate-requests.ts";
import { createSeededRandom } from "./seeded-random.ts";

const now = new Date("2026-11-20T18:00:00.000Z");
const services = listDemoServices();
const quiz = {
  id: "00000000-0000-7000-8000-000000000001",
  slug: "clogged-drain",
  serviceType: "Plumbing",
  serviceNames: new Set(["plumbing"]),
  questions: [
    {
      id: "q1",
      questionText: "Which drain?",
      ghlField: "question_1",
      options: ["Kitchen", "Bath"],
    },
  ],
  dangerQuestions: new Set<string>(),
};
const generate = (seed: number, count = 4_000) => [
  ...generateRequests({ count, seed, now, services, quizzes: [quiz] }),
];
const requests = generate(1);
const share = (keep: (request: (typeof requests)[number]) => boolean) =>
  requests.filter(keep).length / requests.length;
const monthOf = (at: string) => new Date(at).getUTCMonth();

describe("demo requests", () => {
  test("are the same for the same seed, and different for another", () => {
    expect(generate(1)).toEqual(requests);
    expect(generate(2, 50)).not.toEqual(requests.slice(0, 50));
  });

  test("are marked as demo, with phone numbers and addresses that belong to nobody", () => {
    for (const request of requests) {
      expect(request.is_demo).toBe(true);
      expect(request.customer_phone).toMatch(/^\(\d{3}\) 555-01\d\d$/);
      expect(request.phone_e164).toMatch(/^\+1\d{3}55501\d\d$/);
      expect(request.customer_email ?? "a@example.com").toMatch(/@example\.com$/);
    }
  });

  test("have unique UUIDv7 ids, oldest first, within the year", () => {
    expect(new Set(requests.map(({ id }) => id)).size).toBe(requests.length);
    for (const [index, { id, created_at }] of requests.entries()) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      const age = now.getTime() - Date.parse(created_at);
      expect(age).toBeGreaterThan(0);
      expect(age).toBeLessThan(373 * DAY_MS);
      expect(created_at >= (requests[index - 1]?.created_at ?? "")).toBe(true);
    }
  });

  test("have a message of their own service, and are an emergency only where the work cannot wait", () => {
    for (const { service_type, description, timeframe, additional_details } of requests) {
      const others = services
        .filter(({ name }) => name !== service_type)
        .flatMap(({ messages }) => messages);
      expect(
        others.filter(
          (message) =>
            description.includes(message) &&
            !services.find(({ name }) => name === service_type)?.messages.includes(message),
        ),
      ).toEqual([]);
      if (timeframe === "emergency")
        expect([
          additional_details.urgency_level,
          additional_details.communication_preference,
        ]).toEqual(["today-asap", "phone"]);
    }
    const emergencies = requests
      .filter(({ timeframe }) => timeframe === "emergency")
      .map(({ service_type }) => service_type);
    expect(emergencies).toContain("Plumbing");
    for (const service of ["Painting", "Kitchen Remodeling", "Landscaping"])
      expect(emergencies).not.toContain(service);
  });

  test("look like a year: seasons, weekdays, statuses that age, few flags", () => {
    const cooling = requests.filter(
      (request) =>
        request.service_type === "Air Conditioning" || request.service_type.startsWith("AC"),
    );
    const summer = cooling.filter(({ created_at }) => [5, 6, 7].includes(monthOf(created_at)));
    expect(summer.length / cooling.length).toBeGreaterThan(0.4);
    const old = requests.filter(
      ({ created_at, flags }) =>
        now.getTime() - Date.parse(created_at) > 60 * DAY_MS && flags.length === 0,
    );
    expect(old.filter(({ status }) => status === "closed").length / old.length).toBeGreaterThan(
      0.85,
    );
    expect(share(({ flags }) => flags.length > 0)).toBeLessThan(0.06);
    expect(share(({ ghl_contact_id }) => ghl_contact_id !== null)).toBeGreaterThan(0.9);
    expect(
      share(({ additional_details }) => additional_details.quiz_slug === quiz.slug),
    ).toBeGreaterThan(0.01);
    expect(new Set(requests.map(({ service_type }) => service_type)).size).toBe(services.length);
  });
});

test("random numbers are even and depend on seed and stream", () => {
  expect(createSeededRandom(1, "a").next()).not.toBe(createSeededRandom(1, "b").next());
  expect(createSeededRandom(1, "a").next()).not.toBe(createSeededRandom(2, "a").next());
  const even = createSeededRandom(3, "even");
  const seen = Array<number>(10).fill(0);
  for (let draw = 0; draw < 20_000; draw++) {
    const value = even.between(0, 9);
    seen[value] = (seen[value] ?? 0) + 1;
  }
  for (const count of seen) expect(Math.abs(count - 2_000)).toBeLessThan(200);
});
