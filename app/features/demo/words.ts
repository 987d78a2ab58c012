/** Words that demo people, addresses and texts are put together from. */

export const FIRST_NAMES =
  "Aaron Abby Adrian Alicia Amara Andre Anita Arturo Beth Brandon Brenda Caleb Camille Carla Chen Clara Colin Dana Darnell Deepa Diego Elena Ellis Erica Felix Fiona Gina Grant Hannah Hector Hugo Imani Irene Isaac Jada Jamal Janet Jorge Joy Kara Keiko Kevin Lamar Laura Leon Lina Luis Maeve Marcus Maria Mei Miles Mona Nadia Nathan Nina Omar Owen Paula Pedro Priya Quinn Rafael Renee Rosa Ruben Sadie Samir Sara Selma Simon Sofia Tara Terrence Theo Tina Uma Vera Victor Wanda Wesley Yara Yusuf Zoe".split(
    " ",
  );
export const LAST_NAMES =
  "Abbott Alvarez Bailey Baptiste Barnes Becker Bishop Bowen Brooks Burke Castillo Chang Clayton Coleman Cruz Dalton Davies Delgado Dixon Dorsey Eaton Ellison Escobar Farrell Fleming Fuentes Gallagher Garrison Gill Goodwin Haddad Hale Harmon Hayes Herrera Hoffman Ibarra Ingram Jacobs Jensen Kapoor Keller Khan Kowalski Lambert Larsen Lin Lowery Maddox Marsh Mercado Meyer Moody Nash Navarro Norris Okafor Olsen Ortega Parrish Patel Pham Pierce Quintero Ramsey Reyes Rios Rowe Salazar Sandoval Shah Silva Sloan Stein Tate Thornton Torres Tran Underwood Valdez Vaughn Vega Wagner Walsh Webb Whitaker Yates York Zamora".split(
    " ",
  );
export const STREETS =
  "Alder Birch Cedar Chestnut Clover Dogwood Elm Fern Hawthorn Hickory Juniper Laurel Linden Magnolia Maple Meadow Oak Orchard Pine Poplar Ridge Spruce Sycamore Willow".split(" ");
export const STREET_KINDS = ["Street", "Avenue", "Drive", "Lane", "Road", "Court", "Way"];

export const DESCRIPTIONS = [
  "It started last week and is getting worse.",
  "Please call before you come. There is a dog in the yard.",
  "We had it looked at two years ago, and now it is back.",
  "I would like a price first. The work can wait a few weeks.",
  "It is the second floor. The stairs are narrow.",
  "The noise is loud at night, and we cannot sleep.",
  "We are getting the house ready to sell.",
  "There is a slow leak. I put a bucket under it.",
  "It is an older house, so some parts may be hard to find.",
  "The last one is about fifteen years old.",
  "I can send photos if that helps.",
  "Mornings are best. I work from home on Fridays.",
  "My tenant called about it this morning.",
  "Half of the house has no power since the storm.",
  "It makes a grinding sound when I slow down.",
  "The car is in the driveway and does not start.",
  "We want to compare two or three offers.",
  "It only happens when it rains hard.",
];

export const NOTES = [
  "Left a voicemail. Trying again tomorrow morning.",
  "Spoke with the customer. Wants a visit next week.",
  "Asked for photos by e-mail.",
  "Already hired someone. Closed.",
  "Prefers a text before any call.",
  "Two offers sent. Waiting for an answer.",
  "Renter. The owner has to agree first.",
  "Passed to a provider near this ZIP code.",
];

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
export const COMPANY_ENDS = ["Services", "& Sons", "Pros", "Company", "Group", "Works"];

export const CALL_SOURCES = ["website", "search", "advertorial", "quiz", "direct"] as const;
export const PACKAGE_TIERS = ["starter", "growth", "pro"] as const;
export const NOTIFICATION_KINDS = ["new-requests", "held-requests", "failed-deliveries", "security:new-browser"] as const;

type DemoQuiz = { slug: string; service: string; questions: { text: string; options: string[] }[] };

/** Quizzes that some demo requests came from. */
export const QUIZZES: readonly DemoQuiz[] = [
  {
    slug: "ac-not-cooling",
    service: "air-conditioning",
    questions: [
      { text: "What comes out of the vents?", options: ["Warm air", "Cool air, but weak", "No air at all"] },
      { text: "When did you last change the filter?", options: ["In the last three months", "Longer ago", "Never"] },
      { text: "Do you see ice or water near the unit?", options: ["Ice", "Water", "Neither"] },
    ],
  },
  {
    slug: "water-heater-trouble",
    service: "plumbing",
    questions: [
      { text: "What is wrong with the hot water?", options: ["There is none", "It runs out fast", "It smells or is rusty"] },
      { text: "How old is the water heater?", options: ["Under five years", "Five to ten years", "Older"] },
    ],
  },
  {
    slug: "roof-leak-check",
    service: "roofing",
    questions: [
      { text: "Where do you see water?", options: ["On a ceiling", "Around a chimney or vent", "Along a wall"] },
      { text: "How old is the roof?", options: ["Under ten years", "Ten to twenty years", "Older"] },
    ],
  },
];
