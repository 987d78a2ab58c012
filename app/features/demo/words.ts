/** Parts of the names, addresses and texts of demo data. */

export const FIRST_NAMES =
  "Aaron Abby Adrian Alicia Amara Andre Anita Arturo Beth Brandon Brenda Caleb Camille Carla Chen Clara Colin Dana Darnell Deepa Diego Elena Ellis Erica Felix Fiona Gina Grant Hannah Hector Hugo Imani Irene Isaac Jada Jamal Janet Jorge Joy Kara Keiko Kevin Lamar Laura Leon Lina Luis Maeve Marcus Maria Mei Miles Mona Nadia Nathan Nina Omar Owen Paula Pedro Priya Quinn Rafael Renee Rosa Ruben Sadie Samir Sara Selma Simon Sofia Tara Terrence Theo Tina Uma Vera Victor Wanda Wesley Yara Yusuf Zoe".split(
    " ",
  );
export const LAST_NAMES =
  "Abbott Alvarez Bailey Baptiste Barnes Becker Bishop Bowen Brooks Burke Castillo Chang Clayton Coleman Cruz Dalton Davies Delgado Dixon Dorsey Eaton Ellison Escobar Farrell Fleming Fuentes Gallagher Garrison Gill Goodwin Haddad Hale Harmon Hayes Herrera Hoffman Ibarra Ingram Jacobs Jensen Kapoor Keller Khan Kowalski Lambert Larsen Lin Lowery Maddox Marsh Mercado Meyer Moody Nash Navarro Norris Okafor Olsen Ortega Parrish Patel Pham Pierce Quintero Ramsey Reyes Rios Rowe Salazar Sandoval Shah Silva Sloan Stein Tate Thornton Torres Tran Underwood Valdez Vaughn Vega Wagner Walsh Webb Whitaker Yates York Zamora".split(
    " ",
  );
export const STREETS =
  "Alder Birch Cedar Chestnut Clover Dogwood Elm Fern Hawthorn Hickory Juniper Laurel Linden Magnolia Maple Meadow Oak Orchard Pine Poplar Ridge Spruce Sycamore Willow".split(
    " ",
  );
export const STREET_KINDS = ["Street", "Avenue", "Drive", "Lane", "Road", "Court", "Way"];

/** Remarks of customers that fit any request. */
export const REMARKS = [
  "It started last week and is getting worse.",
  "Mornings are best. I work from home on Fridays.",
  "I can send photos if that helps.",
  "Please call before you come.",
  "Somebody fixed it two years ago, and now it is back.",
  "I would like to know the price first.",
  "After 4 PM is best for a call.",
];
/** Remarks about a home, and about a vehicle. */
export const AREA_REMARKS = {
  home: [
    "There is a dog in the yard.",
    "We are getting the house ready to sell.",
    "It is an older house, so some parts may be hard to find.",
    "My tenant called about it this morning.",
    "It is on the second floor, and the stairs are narrow.",
    "We moved in this spring.",
  ],
  auto: [
    "The car is in the driveway.",
    "It has about 90,000 miles.",
    "I need it for work on Monday.",
    "It got worse on the highway.",
    "It can still be driven a short way.",
  ],
} as const;

/** Notes of staff, by the outcome of the call. */
export const NOTES = {
  contacted: [
    "Spoke with the customer. They will email photos.",
    "Left a voicemail. Trying again tomorrow morning.",
    "Wants a visit next week, in the morning.",
    "Prefers a text before any call.",
    "Renter. The owner has to approve it and will call back.",
  ],
  offering: [
    "Spoke with the customer. The job is as described; offered it to a professional nearby.",
    "Customer is home until Friday. Offered to a professional nearby.",
    "Customer wants someone this week. Sent the offer.",
  ],
  duplicate: [
    "Duplicate. Working on the other request.",
    "Customer says it was sent twice by mistake.",
  ],
  spam: ["Spam. Nobody to call.", "No answer, and the form was filled in within a second. Closed."],
  unmatched: [
    "No professional near this ZIP code yet. Told the customer; still looking.",
    "Nobody is available this week. Customer can wait.",
  ],
  closed: ["Already hired someone else.", "Customer changed their mind.", "Fixed it themselves."],
  completed: [
    "Followed up: the work is done and the customer is happy.",
    "Work done. No complaints.",
  ],
} as const;

export const COMPANY_PLACES = [
  "Cedar Ridge",
  "Blue Door",
  "North Fork",
  "Maple Row",
  "Copper Hill",
  "Stone Bridge",
  "Red Barn",
  "Lakeview",
  "Fair Oaks",
  "Pine Hollow",
  "Good Neighbor",
  "Main Street",
];
export const COMPANY_ENDS = ["Services", "Team", "Pros", "Company", "Group", "Works"];

export const CALL_SOURCES = ["website", "search", "advertorial", "quiz", "direct"] as const;
export const NUMBER_LABELS = ["Main number", "Main number", "Plumbing pages", "AC pages"] as const;
export const PACKAGE_TIERS = ["starter", "growth", "pro"] as const;
