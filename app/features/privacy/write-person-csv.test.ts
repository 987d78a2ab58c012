import { expect, test } from "vitest";
import { writePersonCsv } from "./write-person-csv.ts";

test("writes one line per value, with phones as digits, escaped formulas, and full names of nested fields", () => {
  const csv = writePersonCsv([
    {
      name: "request",
      rows: [
        {
          customerPhone: "+1 (404) 555-0123",
          customerName: "=cmd()",
          at: new Date(0),
          flags: ["a"],
          email: null,
          additionalDetails: { property_contact_phone: "404.555.0123", quiz: { slug: "x" } },
        },
      ],
    },
    { name: "note", rows: [{ text: 'Said "hi",\nand went' }] },
  ]);
  expect(csv.split("\r\n")).toEqual([
    "kind,number,field,value",
    "request,1,customerPhone,14045550123",
    "request,1,customerName,'=cmd()",
    "request,1,at,1970-01-01T00:00:00.000Z",
    'request,1,flags,"[""a""]"',
    "request,1,email,",
    "request,1,additionalDetails.property_contact_phone,4045550123",
    "request,1,additionalDetails.quiz.slug,x",
    'note,1,text,"Said ""hi"",\nand went"',
    "",
  ]);
});
