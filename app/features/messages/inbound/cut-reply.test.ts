import { expect, test } from "vitest";
import { REPLY_MARKER } from "#app/features/requests/customer/reply-address.ts";
import { cutReply } from "./cut-reply.ts";

const OURS = [
  REPLY_MARKER,
  "",
  "The team of Henry's Helpline wrote about your request (Plumbing):",
  "",
  "Which days suit you?",
  "",
  "Read it and answer on your page:",
  "https://henry.example/r/abc",
];
const quote = (lines: readonly string[]) => lines.map((line) => `> ${line}`.trimEnd());
const mail = (...lines: (string | readonly string[])[]) => lines.flat().join("\r\n");

test.each<[client: string, text: string, reply: string]>([
  [
    "Gmail on the web",
    mail(
      "Tuesday works.",
      "",
      "On Tue, Nov 24, 2026 at 9:05 AM Henry's Helpline <reply@in.henry.example>",
      "wrote:",
      "",
      quote(OURS),
      "",
    ),
    "Tuesday works.",
  ],
  [
    "Gmail on a phone",
    mail(
      "Any day after 4",
      "",
      "On Tue, Nov 24, 2026, 9:05 AM Henry's Helpline <reply@in.henry.example> wrote:",
      "",
      quote(OURS),
    ),
    "Any day after 4",
  ],
  [
    "Gmail in Spanish",
    mail(
      "El martes está bien.",
      "",
      "El mar, 24 nov 2026 a las 9:05, Henry's Helpline (<reply@in.henry.example>)",
      "escribió:",
      "",
      quote(OURS),
    ),
    "El martes está bien.",
  ],
  [
    "Gmail with a signature",
    mail(
      "Tuesday.",
      "",
      "-- ",
      "Robin Example",
      "Example Roofing, (404) 555-0123",
      "",
      "On Tue, Nov 24, 2026 at 9:05 AM Henry <reply@in.henry.example> wrote:",
      quote(OURS),
    ),
    "Tuesday.",
  ],
  [
    "Apple Mail",
    mail(
      "Tuesday, please.",
      "",
      "> On Nov 24, 2026, at 9:05 AM, Henry's Helpline <reply@in.henry.example> wrote:",
      "> ",
      quote(OURS),
    ),
    "Tuesday, please.",
  ],
  [
    "Apple Mail on an iPhone",
    mail(
      "Tuesday",
      "",
      "Sent from my iPhone",
      "",
      "> On Nov 24, 2026, at 9:05\u202fAM, Henry's Helpline <reply@in.henry.example> wrote:",
      "> ",
      "> \uFEFF",
      quote(OURS),
    ),
    "Tuesday",
  ],
  [
    "an iPhone in Spanish",
    mail("El martes", "", "Enviado desde mi iPhone", "", quote(OURS)),
    "El martes",
  ],
  [
    "Outlook for Windows",
    mail(
      "Tuesday is fine.",
      "",
      "From: Henry's Helpline <reply@in.henry.example>",
      "Sent: Tuesday, November 24, 2026 9:05 AM",
      "To: Robin Example <robin@example.com>",
      "Subject: A message about your request: Plumbing",
      "",
      OURS.slice(1),
    ),
    "Tuesday is fine.",
  ],
  [
    "Outlook with bold names of fields",
    mail(
      "Tuesday is fine.",
      "",
      "*From:* Henry's Helpline <reply@in.henry.example>",
      "*Sent:* Tuesday, November 24, 2026 9:05 AM",
      "*To:* Robin Example <robin@example.com>",
      "*Subject:* A message about your request: Plumbing",
      "",
      OURS.slice(1),
    ),
    "Tuesday is fine.",
  ],
  [
    "Outlook on the web",
    mail(
      "Tuesday is fine.",
      "________________________________",
      "From: Henry's Helpline <reply@in.henry.example>",
      "Sent: Tuesday, November 24, 2026 9:05 AM",
      "To: Robin Example <robin@example.com>",
      "Subject: A message about your request: Plumbing",
      "",
      OURS.slice(1),
    ),
    "Tuesday is fine.",
  ],
  [
    "Outlook for iOS",
    mail(
      "Tuesday",
      "",
      "Get Outlook for iOS<https://aka.ms/o0ukef>",
      "________________________________",
      "From: Henry's Helpline <reply@in.henry.example>",
      "Sent: Tuesday, November 24, 2026 9:05:12 AM",
      "To: Robin Example <robin@example.com>",
      "Subject: A message about your request: Plumbing",
      OURS.slice(1),
    ),
    "Tuesday",
  ],
  [
    "Outlook Express",
    mail("Tuesday.", "", "-----Original Message-----", "From: Henry", "Sent: today", OURS.slice(1)),
    "Tuesday.",
  ],
  [
    "Outlook in Spanish",
    mail(
      "El martes.",
      "",
      "De: Henry's Helpline <reply@in.henry.example>",
      "Enviado: martes, 24 de noviembre de 2026 9:05",
      "Para: Robin Example <robin@example.com>",
      "Asunto: A message about your request",
      "",
      OURS.slice(1),
    ),
    "El martes.",
  ],
  [
    "Mail for Windows",
    mail(
      "Tuesday.",
      "",
      "Sent from Mail for Windows",
      "",
      "From: Henry's Helpline",
      "Sent: Tuesday, November 24, 2026 9:05 AM",
      "To: Robin Example",
      "Subject: A message",
    ),
    "Tuesday.",
  ],
  [
    "Yahoo Mail",
    mail(
      " Tuesday works for me.",
      "    On Tuesday, November 24, 2026 at 09:05:12 AM EST, Henry's Helpline <reply@in.henry.example> wrote:  ",
      " ",
      OURS.map((line) => ` ${line}`),
    ),
    "Tuesday works for me.",
  ],
  [
    "Yahoo Mail on a phone",
    mail(
      "Tuesday",
      "",
      "Yahoo Mail: Search, Organize, Conquer",
      "",
      "  On Tue, Nov 24, 2026 at 9:05 AM, Henry's Helpline<reply@in.henry.example> wrote:",
      OURS,
    ),
    "Tuesday",
  ],
  [
    "Thunderbird",
    mail(
      "Tuesday works.",
      "",
      "On 11/24/26 09:05, Henry's Helpline wrote:",
      quote(OURS),
      "",
      "-- ",
      "Robin",
    ),
    "Tuesday works.",
  ],
  [
    "Thunderbird, with answers between the quoted lines",
    mail(
      "On 11/24/26 09:05, Henry's Helpline wrote:",
      "> Which days suit you?",
      "Tuesday and Thursday.",
      "> Is the water off?",
      "Yes.",
    ),
    "Tuesday and Thursday.\nYes.",
  ],
  [
    "Samsung Email",
    mail(
      "Tuesday",
      "",
      "Sent from my Galaxy",
      "",
      "-------- Original message --------",
      "From: Henry's Helpline <reply@in.henry.example>",
      "Date: 11/24/26 9:05 AM (GMT-05:00)",
      "To: robin@example.com",
      "Subject: A message about your request: Plumbing",
      OURS.slice(1),
    ),
    "Tuesday",
  ],
  [
    "AOL",
    mail(
      "Tuesday",
      "",
      "Sent from AOL on Android",
      "",
      "  On Tue, Nov 24, 2026 at 9:05 AM, Henry's Helpline<reply@in.henry.example> wrote:",
      OURS,
    ),
    "Tuesday",
  ],
  [
    "Proton Mail",
    mail(
      "Tuesday works.",
      "",
      "Sent with Proton Mail secure email.",
      "",
      "On Tuesday, November 24th, 2026 at 9:05 AM, Henry's Helpline <reply@in.henry.example> wrote:",
      "",
      quote(OURS),
    ),
    "Tuesday works.",
  ],
  [
    "an answer that starts like the line above a quote",
    mail(
      "On the 24th I can be there at 9.",
      "On Tue, Nov 24, 2026 at 9:05 AM Henry <reply@in.henry.example> wrote:",
      quote(OURS),
    ),
    "On the 24th I can be there at 9.",
  ],
  [
    "a program that names the writer alone",
    mail("Tuesday.", "", "Henry's Helpline <reply@in.henry.example> wrote:", OURS),
    "Tuesday.",
  ],
  ["a program that marks no quote", mail("Tuesday.", "", OURS), "Tuesday."],
  ["a mail that only forwards ours", mail("Begin forwarded message:", "", OURS), ""],
  ["a mail with nothing but a quote", mail(quote(OURS)), ""],
  [
    "a mail without a quote",
    mail(
      "The heater: from: 2004, to be replaced.",
      "",
      "",
      "",
      "On Monday my neighbor wrote:",
      "it leaks",
    ),
    "The heater: from: 2004, to be replaced.\n\nOn Monday my neighbor wrote:\nit leaks",
  ],
  [
    "a text that has hyphens and underscores",
    mail("Model -- see the label:", "________________", "AB-12 -- 40 gallons"),
    "Model -- see the label:\n________________\nAB-12 -- 40 gallons",
  ],
])("%s", (_client, text, reply) => {
  expect(cutReply(text)).toBe(reply);
});

test("a hostile text is cut in time", () => {
  const started = performance.now();
  for (const part of [
    "On ",
    "From:\n",
    "> ",
    "_",
    "\n",
    "-- ",
    "On 1\n",
    "Sent from my ",
    `${"_".repeat(20)}\n`,
    "On 1 wrote:\n>\n",
  ])
    cutReply(part.repeat(50_000));
  expect(performance.now() - started).toBeLessThan(2_000);
});
