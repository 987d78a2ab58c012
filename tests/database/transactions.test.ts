import { once } from "node:events";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { withTransaction } from "#app/db/transaction.server.ts";
import { openTestDatabase, queryRows } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  await context.owner.$client.query(
    "create table pairs (id int primary key, total int not null); insert into pairs values (1, 0), (2, 0); grant all on pairs to public",
  );
});
afterAll(() => context.close());

const addOne = "update pairs set total = total + 1 where id = $1";

test("two transactions that wait for each other are both stored, each once", async () => {
  const locked = new EventTarget();
  let waiting = 2;
  const both = once(locked, "both");
  let attempts = 0;
  const addToPairs = (first: number, second: number) =>
    withTransaction(context.db, async ({ $client: tx }) => {
      attempts += 1;
      await tx.query(addOne, [first]);
      waiting -= 1;
      if (waiting === 0) locked.dispatchEvent(new Event("both"));
      await both;
      await tx.query(addOne, [second]);
      return `${first} ${second}`;
    });
  expect(await Promise.all([addToPairs(1, 2), addToPairs(2, 1)])).toEqual(["1 2", "2 1"]);
  // On a slow machine the second attempt can meet the first one again.
  expect(attempts).toBeGreaterThanOrEqual(3);
  expect(await queryRows(context.db, "select id, total from pairs order by id")).toEqual([
    { id: 1, total: 2 },
    { id: 2, total: 2 },
  ]);
});

test("any other error is thrown at once", async () => {
  let attempts = 0;
  const fail = withTransaction(context.db, async ({ $client: tx }) => {
    attempts += 1;
    await tx.query("insert into pairs values (1, 0)");
  });
  await expect(fail).rejects.toThrow("duplicate key");
  expect(attempts).toBe(1);
});
