import { randomUUID } from "node:crypto";

type Client = { query: (text: string, values: unknown[]) => Promise<unknown> };

/** Inserts a provider with a unique name; `changes` has values by column. */
export async function insertProvider(
  client: Client,
  changes: Record<string, unknown> = {},
): Promise<{ id: string; name: string }> {
  const id = randomUUID();
  const name = `Peach ${id.slice(0, 8)}`;
  const row = {
    id,
    company_name: name,
    contact_name: "Pat Example",
    phone: "(404) 555-0123",
    business_city: "Atlanta",
    business_state: "GA",
    created_at: new Date(),
    ...changes,
  };
  const columns = Object.keys(row);
  await client.query(
    `insert into providers (${columns.join(", ")}) values (${columns.map((_, index) => `$${index + 1}`).join(", ")})`,
    Object.values(row),
  );
  return { id, name: row.company_name };
}
