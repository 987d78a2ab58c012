import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, fillContact, fillToContact, test } from "./fixtures.ts";

test("the link that an assistant hands over sends nothing until a person has completed and submitted it", async ({
  page,
  db,
  baseURL,
  visitorAddress,
}) => {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", baseURL)));
  const { structuredContent } = await client.callTool({
    name: "quote_link",
    arguments: { service: "plumbing", zip: "78701" },
  });
  await client.close();
  const name = `Through an assistant ${visitorAddress}`;
  const listStored = async () =>
    (
      await db.query(
        "select service_type, zip_code from service_requests where customer_name = $1",
        [name],
      )
    ).rows;

  await page.goto((structuredContent as { url: string }).url);
  await expect(page.getByLabel("City")).toHaveValue("Austin");
  await fillToContact(page, { street: "5 Candle Row", city: "Austin", state: "TX", zip: "78701" });
  await fillContact(page, name);
  expect(await listStored()).toEqual([]);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "Thank You" })).toBeVisible();
  expect(await listStored()).toEqual([{ service_type: "Plumbing", zip_code: "78701" }]);
});

test("how to add the site to an assistant reads well on a phone, without script", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(`${baseURL}/`);
  await page.getByRole("link", { name: "Use Your Assistant" }).click();
  await expect(page.getByRole("heading", { name: "Ask through your assistant" })).toBeVisible();
  await page.getByRole("link", { name: "What it never does" }).click();
  await expect(page.getByRole("link", { name: "call 911" })).toBeInViewport();
  await context.close();
});
