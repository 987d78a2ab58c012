import { expect, test } from "vitest";
import { readStaffCommand } from "./read-staff-command.ts";

const read = (line: string) => readStaffCommand(line.split(" ").filter(Boolean));

test("parses each command and lower-cases addresses", () => {
  expect(read("create --email Ann@Example.com --role staff")).toEqual({
    verb: "create",
    email: "ann@example.com",
    role: "staff",
  });
  expect(read("reset --email ann@example.com")).toEqual({
    verb: "reset",
    email: "ann@example.com",
  });
  expect(read("disable --email=ann@example.com")).toEqual({
    verb: "disable",
    email: "ann@example.com",
  });
  expect(read("list")).toEqual({ verb: "list" });
});

test.each([
  ["", "Say what to do"],
  ["delete --email ann@example.com", "Say what to do"],
  ["list all", "Say what to do"],
  ["create --role staff", "--email"],
  ["create --email ann --role staff", "--email"],
  ["create --email ann@example.com", "--role"],
  ["create --email ann@example.com --role owner", "--role"],
  ["reset", "--email"],
  ["reset --email ann@example.com --role staff", "--role"],
  ["list --email ann@example.com", "--email"],
  ["create --mail ann@example.com", "Unknown option"],
])("refuses: %s", (line, sentence) => {
  expect(() => read(line)).toThrow(sentence);
});
