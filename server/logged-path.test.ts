import { expect, test } from "vitest";
import { formatLoggedPath } from "./logged-path.ts";

test.each([
  ["/backyard/service-requests?q=Jane+Doe&status=new", "/backyard/service-requests"],
  ["/backyard/service-requests.data?q=jane%40mail.example", "/backyard/service-requests.data"],
  ["/backyard/people/export?phone=8005550100", "/backyard/people/export"],
  ["/search?q=my+address?more", "/search"],
  ["/stop/a-key", "/stop/…"],
  ["/offers/a-key.data?x=1", "/offers/…"],
  ["/r/a-key", "/r/…"],
  ["/r/a-key/photos/1", "/r/…"],
  ["/backyard/join/a-key", "/backyard/join/…"],
  ["/Offers/a-key", "/Offers/…"],
  ["//offers//a-key", "//offers//…"],
  ["/%6fffers/a-key", "/offers/…"],
  ["/offers/a-key%E0%A4", "/offers/…"],
  ["/home-services/plumbing", "/home-services/plumbing"],
  [`/${"a".repeat(5_000)}`, `/${"a".repeat(199)}`],
])("%s is logged as %s", (address, logged) => expect(formatLoggedPath(address)).toBe(logged));
