import type { CallingPlace } from "./calling-hours.ts";

/**
 * Geographic area codes of the United States by state. Source: North American Numbering Plan
 * Administrator, assignments in service or announced; read 2026-11.
 */
const CODES_BY_STATE: Record<string, string> = {
  AK: "907",
  AL: "205 251 256 334 659 938",
  AR: "327 479 501 870",
  AS: "684",
  AZ: "480 520 602 623 928",
  CA: "209 213 279 310 323 341 350 357 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 747 760 805 818 820 831 837 840 858 909 916 925 949 951",
  CO: "303 719 720 748 970 983",
  CT: "203 475 860 959",
  DC: "202 771",
  DE: "302",
  FL: "239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954",
  GA: "229 404 470 478 678 706 762 770 912 943",
  GU: "671",
  HI: "808",
  IA: "319 515 563 641 712",
  ID: "208 986",
  IL: "217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872",
  IN: "219 260 317 463 574 765 812 930",
  KS: "316 620 785 913",
  KY: "270 364 502 606 859",
  LA: "225 318 337 457 504 985",
  MA: "339 351 413 508 617 774 781 857 978",
  MD: "227 240 301 410 443 667",
  ME: "207",
  MI: "231 248 269 313 517 586 616 679 734 810 906 947 989",
  MN: "218 320 507 612 651 763 924 952",
  MO: "235 314 417 557 573 636 660 816 975",
  MP: "670",
  MS: "228 471 601 662 769",
  MT: "406",
  NC: "252 336 472 704 743 828 910 919 980 984",
  ND: "701",
  NE: "308 402 531",
  NH: "603",
  NJ: "201 551 609 640 732 848 856 862 908 973",
  NM: "505 575",
  NV: "702 725 775",
  NY: "212 315 329 332 347 363 516 518 585 607 624 631 646 680 716 718 838 845 914 917 929 934",
  OH: "216 220 234 283 326 330 380 419 436 440 513 567 614 740 937",
  OK: "405 539 572 580 918",
  OR: "458 503 541 971",
  PA: "215 223 267 272 412 445 484 570 582 610 717 724 814 835 878",
  PR: "787 939",
  RI: "401",
  SC: "803 821 839 843 854 864",
  SD: "605",
  TN: "423 615 629 731 865 901 931",
  TX: "210 214 254 281 325 346 361 409 430 432 469 512 682 713 726 737 806 817 830 832 903 915 936 940 945 956 972 979",
  UT: "385 435 801",
  VA: "276 434 540 571 686 703 757 804 826 948",
  VI: "340",
  VT: "802",
  WA: "206 253 360 425 509 564",
  WI: "262 274 353 414 534 608 715 920",
  WV: "304 681",
  WY: "307",
};

const codesByState = new Map(
  Object.entries(CODES_BY_STATE).map(([state, codes]) => [state, codes.split(" ")]),
);
/** The area codes of a state; empty for an unknown state. */
export const listAreaCodes = (state: string): readonly string[] => codesByState.get(state) ?? [];

const EASTERN = "America/New_York";
const CENTRAL = "America/Chicago";
const MOUNTAIN = "America/Denver";
const PACIFIC = "America/Los_Angeles";

const STATES_BY_ZONE: Record<string, string> = {
  [EASTERN]: "CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV",
  [CENTRAL]: "AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI",
  [MOUNTAIN]: "CO ID MT NM UT WY",
  [PACIFIC]: "CA NV OR WA",
  "America/Phoenix": "AZ",
  "America/Anchorage": "AK",
  "America/Puerto_Rico": "PR VI",
  "Pacific/Honolulu": "HI",
  "Pacific/Guam": "GU MP",
  "Pacific/Pago_Pago": "AS",
};

/** Area codes in a different time zone than most of their state, or in two, which both count. */
const OTHER_ZONES: Record<string, readonly string[]> = {
  "208": [MOUNTAIN, PACIFIC],
  "219": [CENTRAL, EASTERN],
  "270": [CENTRAL, EASTERN],
  "308": [CENTRAL, MOUNTAIN],
  "364": [CENTRAL, EASTERN],
  "423": [EASTERN, CENTRAL],
  "432": [CENTRAL, MOUNTAIN],
  "448": [CENTRAL, EASTERN],
  "458": [PACIFIC, MOUNTAIN],
  "541": [PACIFIC, MOUNTAIN],
  "574": [EASTERN, CENTRAL],
  "605": [CENTRAL, MOUNTAIN],
  "620": [CENTRAL, MOUNTAIN],
  "701": [CENTRAL, MOUNTAIN],
  "775": [PACIFIC, MOUNTAIN],
  "785": [CENTRAL, MOUNTAIN],
  "812": [EASTERN, CENTRAL],
  "850": [CENTRAL, EASTERN],
  "865": [EASTERN],
  "906": [EASTERN, CENTRAL],
  "907": ["America/Anchorage", "America/Adak"],
  "915": [MOUNTAIN],
  "928": ["America/Phoenix", MOUNTAIN],
  "930": [EASTERN, CENTRAL],
  "931": [CENTRAL, EASTERN],
  "986": [MOUNTAIN, PACIFIC],
};

const zoneOfState = new Map(
  Object.entries(STATES_BY_ZONE).flatMap(([zone, states]) =>
    states.split(" ").map((state) => [state, zone] as const),
  ),
);
const places = new Map<string, CallingPlace>(
  [...codesByState].flatMap(([state, codes]) =>
    codes.map(
      (code) =>
        [code, { state, zones: OTHER_ZONES[code] ?? [zoneOfState.get(state) ?? EASTERN] }] as const,
    ),
  ),
);

/**
 * State and time zones of a US number's area code; null for toll-free, foreign and unknown numbers.
 * @param phone in E.164
 */
export function findPhonePlace(phone: string | null): CallingPlace | null {
  return (phone && /^\+1\d{10}$/.test(phone) && places.get(phone.slice(2, 5))) || null;
}
