import type { RandomStream } from '../../base/random/index.ts';
import { weighted } from '../values/weighted.ts';

// Given and family names of many origins, the commoner ones first.
const GIVEN =
  `Maya Owen Clara Jonas Priya Mateo Ingrid Tomas Leila Hugo Nadia Felix Amara Dario Greta Kofi Yara Simon Hana Marcus
  Elena Rafael Aisha Theo Mina Victor Zoe Anders Carmen Idris Freya Luis Farah Emil Tessa Nikhil Paula Oscar Sana Bruno
  Vera Malik Iris Stefan Lucia Kenji Dalia Arthur Rosa Samir Nora Gabriel Linh Walter Esther Diego Anika Julian Beatriz
  Omar Helen Viktor Celia Rohan Marta Desmond Thandi Pavel Joan Hamza Sylvia Andre Naomi Karim Irene Tariq Judith Milan
  Rania Conrad Noor Sergio Alma Jasper Keiko Ramon Edith Bilal Pilar Magnus Shreya Cyrus Flora Emeka Antonia Rupert Meera
  Gustav Salma Quentin Ada Javier Selin Bernard Ximena Lionel Parisa Edgar Wanda Nestor Imani Roland Ayumi Cedric Odile
  Duncan Mariam Ernesto Signe Wesley Chiara Yusuf Daphne Alonso Renata Gideon Talia Boris Uma Fergus Zelda Ivo Petra
  Hassan Lydia Marlon Opal Kasper Jolene Adrian Bianca Ruth Dmitri Nell`.split(/\s+/);

const FAMILY =
  `Hale Okafor Lindqvist Moreno Tran Whitfield Haddad Novak Banerjee Castillo Fischer Mbeki Sato Donovan Reyes Kowalski
  Ashby Ibrahim Larsen Pereira Chandra Vance Duarte Yilmaz Beck Nakamura Ortega Quinn Sorensen Abbas Marsh Petrov Adeyemi
  Delgado Frost Iyer Kaplan Romero Bauer Osei Caldwell Fontaine Rahman Stroud Vega Hoang Ellison Mancini Farouk Grant
  Tanaka Wolfe Serrano Bishop Achebe Lund Navarro Shah Keller Drummond Amari Pacheco Voss Rowland Dube Hartman Salazar
  Winters Bose Ferrari Nolan Eze Hashimi Brandt Cordero Langley Menon Rossetti Turay Holloway Janssen Mirza Acosta Payne
  Kimura Sandoval Thorne Dlamini Engel Barrett Rao Villanueva Croft Nasser Bergman Peralta Sinclair Oduya Weiss Galindo
  Merritt Aziz Hoffman Cabrera Lockwood Varga Pillai Renner Tolland Espinoza Harlow Bakshi Montero Steele Ueda Falk Zamora
  Pruitt Khoury Alder Cervantes Maddox Gupte Northrop Ibarra Stoll Ames Quiroga Redfern Lim Baptiste Corbin`.split(
    /\s+/,
  );

const given = weighted(GIVEN.map((name, rank) => [name, 1 / (rank + 20)] as const));
const family = weighted(FAMILY.map((name, rank) => [name, 1 / (rank + 20)] as const));

export interface PersonName {
  readonly first_name: string;
  readonly last_name: string;
}

/** A given name. */
export function givenName(random: RandomStream): string {
  return given(random);
}

/** A family name. */
export function familyName(random: RandomStream): string {
  return family(random);
}

/** A name; two people may share one. */
export function personName(random: RandomStream): PersonName {
  return { first_name: given(random), last_name: family(random) };
}

const PROVIDERS = weighted([
  ['@example.com', 6],
  ['@example.org', 2],
  ['@example.net', 2],
]);

const MOST_NAMES = 10_000;
const lowered = new Map<string, string>();

/** A name in small letters. Names are remembered: a vocabulary has few, and they come up often. */
function lower(name: string): string {
  let text = lowered.get(name);
  if (text === undefined) {
    text = name.toLowerCase();
    if (lowered.size < MOST_NAMES) lowered.set(name, text);
  }
  return text;
}

/** An e-mail address made from the name; `tag` keeps addresses of namesakes apart. Reserved domains only. */
export function emailOf({ first_name, last_name }: PersonName, tag: string, random: RandomStream): string {
  return `${lower(first_name)}.${lower(last_name)}${tag}${PROVIDERS(random)}`;
}

/** A key made from the name: `maya_hale_4821`. */
export function userKey({ first_name, last_name }: PersonName, tag: string): string {
  return `${lower(first_name)}_${lower(last_name)}_${tag}`;
}
