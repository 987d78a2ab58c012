export type Place = {
  city: string;
  state: string;
  areaCode: string;
  zips: readonly string[];
  weight: number;
};

const place = (
  weight: number,
  city: string,
  state: string,
  areaCode: string,
  ...zips: string[]
): Place => ({ city, state, areaCode, zips, weight });

/** Real cities with some of their ZIP codes; a test compares them with the ZIP table. */
export const PLACES: readonly Place[] = [
  place(9, "Atlanta", "GA", "404", "30308", "30315", "30322", "30338", "30345"),
  place(4, "Marietta", "GA", "770", "30060", "30062", "30064", "30066", "30068"),
  place(3, "Decatur", "GA", "404", "30030", "30032", "30033", "30034"),
  place(2, "Savannah", "GA", "912", "31401", "31405", "31411", "31419"),
  place(7, "New York", "NY", "212", "10001", "10008", "10022", "10029", "10036"),
  place(7, "Los Angeles", "CA", "213", "90008", "90015", "90022", "90036", "90043"),
  place(6, "Chicago", "IL", "312", "60607", "60614", "60621", "60637", "60653"),
  place(7, "Houston", "TX", "713", "77008", "77015", "77022", "77036", "77057"),
  place(5, "Phoenix", "AZ", "602", "85008", "85015", "85022", "85029"),
  place(4, "Philadelphia", "PA", "215", "19104", "19111", "19119", "19147"),
  place(5, "San Antonio", "TX", "210", "78201", "78215", "78229", "78251"),
  place(4, "San Diego", "CA", "619", "92101", "92108", "92115", "92123"),
  place(6, "Dallas", "TX", "214", "75208", "75216", "75230", "75237"),
  place(4, "Austin", "TX", "512", "78722", "78729", "78745", "78752"),
  place(4, "Jacksonville", "FL", "904", "32206", "32219", "32225"),
  place(3, "Columbus", "OH", "614", "43205", "43211", "43221", "43232"),
  place(4, "Charlotte", "NC", "704", "28208", "28215", "28262"),
  place(3, "Indianapolis", "IN", "317", "46201", "46208", "46218", "46254"),
  place(3, "Seattle", "WA", "206", "98101", "98108", "98116", "98125"),
  place(3, "Denver", "CO", "303", "80216", "80223", "80230", "80237"),
  place(3, "Nashville", "TN", "615", "37205", "37209", "37217", "37221"),
  place(2, "Oklahoma City", "OK", "405", "73108", "73115", "73122"),
  place(3, "Boston", "MA", "617", "02108", "02116", "02127"),
  place(2, "Portland", "OR", "503", "97201", "97208", "97215", "97230"),
  place(3, "Las Vegas", "NV", "702", "89101", "89108", "89115", "89129"),
  place(2, "Louisville", "KY", "502", "40208", "40215", "40222"),
  place(2, "Baltimore", "MD", "410", "21201", "21210", "21216", "21230"),
  place(2, "Milwaukee", "WI", "414", "53206", "53211", "53221"),
  place(3, "Miami", "FL", "305", "33122", "33130", "33137", "33157"),
  place(4, "Tampa", "FL", "813", "33608", "33615", "33622"),
  place(3, "Orlando", "FL", "407", "32801", "32808", "32824", "32839"),
  place(2, "Minneapolis", "MN", "612", "55401", "55408", "55415", "55422"),
  place(2, "New Orleans", "LA", "504", "70112", "70119", "70127"),
  place(2, "Cleveland", "OH", "216", "44106", "44112", "44119"),
  place(2, "Pittsburgh", "PA", "412", "15201", "15208", "15215", "15222"),
  place(2, "Richmond", "VA", "804", "23220", "23222", "23226"),
  place(2, "Birmingham", "AL", "205", "35208", "35215", "35222"),
  place(2, "Salt Lake City", "UT", "801", "84101", "84108", "84115"),
  place(1, "Boise", "ID", "208", "83705", "83709"),
];
