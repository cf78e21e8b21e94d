/** Values of an option, with what each adds to the price in dollars; a plain list adds nothing. */
export type OptionValues = readonly string[] | Readonly<Record<string, number>>;

/** A kind of product: base price in dollars and the options its variants differ by. */
export interface ProductKind {
  readonly name: string;
  readonly base: number;
  readonly options: Readonly<Record<string, OptionValues>>;
}

const BRIGHT = ['coral', 'teal', 'sand', 'charcoal', 'white'];
const PLAIN = ['black', 'white', 'grey', 'navy'];
const METAL = ['graphite', 'silver', 'rose'];
const SIZES = { XS: 0, S: 0, M: 0, L: 2, XL: 4 };
const SHOES = ['6', '7', '8', '9', '10', '11'];

/** What the shop sells, written for this project. */
export const CATALOG: readonly ProductKind[] = [
  {
    name: 'Tablet',
    base: 289,
    options: {
      'screen size': { '8-inch': 0, '10-inch': 70, '12-inch': 160 },
      storage: { '64GB': 0, '128GB': 45, '256GB': 110 },
      color: METAL,
    },
  },
  {
    name: 'Notebook Computer',
    base: 899,
    options: {
      'screen size': { '13-inch': 0, '14-inch': 90, '16-inch': 240 },
      memory: { '8GB': 0, '16GB': 150, '32GB': 390 },
      storage: { '256GB': 0, '512GB': 110, '1TB': 230 },
      color: METAL,
    },
  },
  {
    name: 'Phone',
    base: 449,
    options: {
      storage: { '128GB': 0, '256GB': 90, '512GB': 200 },
      camera: { dual: 0, triple: 120 },
      color: ['midnight', 'ivory', 'sage', 'rose'],
    },
  },
  {
    name: 'Fitness Watch',
    base: 159,
    options: {
      'case size': { '40mm': 0, '44mm': 25 },
      strap: { silicone: 0, woven: 12, leather: 35 },
      color: ['black', 'sand', 'teal'],
    },
  },
  {
    name: 'Over-Ear Headphones',
    base: 119,
    options: {
      'noise cancelling': { no: 0, yes: 70 },
      connection: { wired: 0, wireless: 30 },
      color: ['black', 'white', 'navy', 'coral'],
    },
  },
  {
    name: 'In-Ear Headphones',
    base: 49,
    options: {
      'battery life': { '5 hours': 0, '8 hours': 20, '12 hours': 45 },
      'water resistance': { none: 0, splash: 8, swim: 25 },
      color: ['black', 'white', 'coral'],
    },
  },
  {
    name: 'Portable Speaker',
    base: 69,
    options: {
      power: { '10 W': 0, '20 W': 30, '40 W': 80 },
      'water resistance': { none: 0, splash: 10, swim: 25 },
      color: BRIGHT,
    },
  },
  {
    name: 'Power Bank',
    base: 24,
    options: {
      capacity: { '5,000 mAh': 0, '10,000 mAh': 10, '20,000 mAh': 26 },
      ports: { '1 port': 0, '2 ports': 5 },
      color: PLAIN,
    },
  },
  {
    name: 'Wireless Mouse',
    base: 29,
    options: {
      grip: { flat: 0, vertical: 15 },
      buttons: { '3 buttons': 0, '6 buttons': 9 },
      color: ['black', 'white', 'graphite'],
    },
  },
  {
    name: 'Keyboard',
    base: 79,
    options: {
      layout: { compact: 0, full: 20 },
      switches: ['quiet', 'tactile', 'clicky'],
      backlight: { none: 0, white: 10, color: 22 },
    },
  },
  {
    name: 'Monitor',
    base: 189,
    options: {
      size: { '24-inch': 0, '27-inch': 70, '32-inch': 170 },
      resolution: { '1080p': 0, '1440p': 60, '4K': 150 },
      stand: { tilt: 0, 'height adjustable': 30 },
    },
  },
  {
    name: 'Router',
    base: 99,
    options: {
      bands: { dual: 0, triple: 60 },
      coverage: { 'small flat': 0, 'large flat': 30, house: 80 },
      color: ['black', 'white'],
    },
  },
  {
    name: 'Doorbell Camera',
    base: 109,
    options: {
      resolution: { '1080p': 0, '2K': 30 },
      power: { battery: 0, wired: 0 },
      color: ['black', 'white', 'bronze'],
    },
  },
  {
    name: 'Compact Camera',
    base: 329,
    options: {
      zoom: { '3x': 0, '5x': 60, '10x': 140 },
      resolution: { '16 MP': 0, '20 MP': 40, '24 MP': 90 },
      color: ['black', 'silver', 'red'],
    },
  },
  {
    name: 'Reading Light',
    base: 22,
    options: {
      mount: ['clip', 'base'],
      brightness: { low: 0, medium: 3, high: 7 },
      power: { battery: 0, USB: 2, mains: 4 },
    },
  },
  {
    name: 'Floor Lamp',
    base: 84,
    options: {
      height: { '140 cm': 0, '160 cm': 12 },
      shade: { paper: 0, linen: 14, metal: 22 },
      color: ['black', 'brass', 'white'],
    },
  },
  {
    name: 'Desk',
    base: 219,
    options: {
      width: { '100 cm': 0, '120 cm': 35, '160 cm': 95 },
      top: { laminate: 0, bamboo: 50, oak: 130 },
      frame: { fixed: 0, 'sit-stand': 180 },
    },
  },
  {
    name: 'Desk Chair',
    base: 179,
    options: {
      cover: { mesh: 0, fabric: 15, leather: 120 },
      armrests: { none: 0, fixed: 15, adjustable: 45 },
      color: ['black', 'grey', 'green'],
    },
  },
  {
    name: 'Bookcase',
    base: 129,
    options: {
      shelves: { '3 shelves': 0, '4 shelves': 25, '5 shelves': 50 },
      wood: { pine: 0, birch: 30, walnut: 110 },
      back: ['open', 'closed'],
    },
  },
  {
    name: 'Armchair',
    base: 349,
    options: {
      cover: { cotton: 0, velvet: 60, leather: 190 },
      legs: ['oak', 'steel'],
      color: ['mustard', 'olive', 'navy', 'cream'],
    },
  },
  {
    name: 'Bed Linen',
    base: 59,
    options: {
      size: { single: 0, double: 18, king: 34 },
      fabric: { cotton: 0, sateen: 20, linen: 55 },
      color: ['white', 'sage', 'blush', 'slate'],
    },
  },
  {
    name: 'Bath Towel Set',
    base: 34,
    options: {
      pieces: { '2 pieces': 0, '4 pieces': 20, '6 pieces': 38 },
      color: ['white', 'sand', 'teal', 'charcoal'],
    },
  },
  {
    name: 'Rug',
    base: 99,
    options: {
      size: { small: 0, medium: 80, large: 190 },
      material: { cotton: 0, jute: 10, wool: 120 },
      pattern: ['plain', 'striped', 'woven border'],
    },
  },
  {
    name: 'Wall Mirror',
    base: 74,
    options: {
      shape: ['round', 'oval', 'square'],
      frame: { none: 0, wood: 15, brass: 30 },
      size: { small: 0, large: 45 },
    },
  },
  {
    name: 'Kettle',
    base: 44,
    options: {
      capacity: { '1 l': 0, '1.5 l': 8, '1.7 l': 12 },
      material: { plastic: 0, steel: 15, glass: 20 },
      'heat control': { no: 0, yes: 25 },
    },
  },
  {
    name: 'Coffee Grinder',
    base: 54,
    options: {
      kind: { hand: 0, electric: 45 },
      burrs: { steel: 0, ceramic: 15 },
      color: ['black', 'silver', 'cream'],
    },
  },
  {
    name: 'Espresso Maker',
    base: 249,
    options: {
      pressure: { '9 bar': 0, '15 bar': 60 },
      'milk frother': { none: 0, manual: 40, automatic: 130 },
      color: ['steel', 'black', 'red'],
    },
  },
  {
    name: 'Toaster',
    base: 39,
    options: { slots: { '2 slots': 0, '4 slots': 25 }, color: ['white', 'black', 'sage', 'red'] },
  },
  {
    name: 'Blender',
    base: 64,
    options: {
      jug: { plastic: 0, glass: 15, steel: 25 },
      power: { '600 W': 0, '900 W': 25, '1200 W': 60 },
      color: ['white', 'black'],
    },
  },
  {
    name: 'Frying Pan',
    base: 32,
    options: {
      diameter: { '20 cm': 0, '24 cm': 6, '28 cm': 12 },
      material: { aluminium: 0, steel: 18, 'cast iron': 24 },
      lid: { no: 0, yes: 9 },
    },
  },
  {
    name: 'Knife Set',
    base: 89,
    options: {
      pieces: { '3 pieces': 0, '5 pieces': 40, '8 pieces': 90 },
      handle: { plastic: 0, wood: 20, steel: 25 },
      block: { no: 0, yes: 20 },
    },
  },
  {
    name: 'Food Container Set',
    base: 26,
    options: {
      pieces: { '5 pieces': 0, '10 pieces': 14 },
      material: { plastic: 0, glass: 16 },
      lid: ['green', 'blue', 'grey'],
    },
  },
  {
    name: 'Drinking Bottle',
    base: 19,
    options: {
      capacity: { '500 ml': 0, '750 ml': 4, '1000 ml': 8 },
      material: { plastic: 0, steel: 9, glass: 7 },
      color: BRIGHT,
    },
  },
  {
    name: 'Daypack',
    base: 59,
    options: {
      volume: { '15 l': 0, '20 l': 10, '28 l': 24 },
      'laptop sleeve': { no: 0, yes: 12 },
      color: ['black', 'olive', 'navy', 'coral'],
    },
  },
  {
    name: 'Suitcase',
    base: 109,
    options: {
      size: { cabin: 0, medium: 40, large: 70 },
      shell: { soft: 0, hard: 35 },
      color: ['black', 'navy', 'red', 'silver'],
    },
  },
  {
    name: 'Rain Jacket',
    base: 89,
    options: { size: SIZES, color: ['yellow', 'navy', 'black', 'olive'], lining: { none: 0, fleece: 25 } },
  },
  {
    name: 'Wool Sweater',
    base: 69,
    options: { size: SIZES, color: ['cream', 'navy', 'moss', 'rust'], collar: ['crew', 'roll', 'v-neck'] },
  },
  {
    name: 'Linen Shirt',
    base: 49,
    options: { size: SIZES, color: ['white', 'sky', 'sand'], sleeve: { short: 0, long: 6 } },
  },
  {
    name: 'Denim Jeans',
    base: 64,
    options: {
      waist: ['28', '30', '32', '34', '36'],
      fit: ['slim', 'straight', 'wide'],
      wash: ['light', 'dark', 'black'],
    },
  },
  {
    name: 'Trail Shoes',
    base: 99,
    options: { size: SHOES, waterproof: { no: 0, yes: 25 }, color: ['grey', 'orange', 'teal'] },
  },
  {
    name: 'Canvas Shoes',
    base: 54,
    options: { size: SHOES, height: { low: 0, high: 8 }, color: ['white', 'black', 'red'] },
  },
  {
    name: 'Scarf',
    base: 29,
    options: {
      material: { cotton: 0, wool: 14, cashmere: 60 },
      color: ['grey', 'burgundy', 'camel', 'navy'],
    },
  },
  {
    name: 'Umbrella',
    base: 24,
    options: { kind: { folding: 0, stick: 6 }, opening: { manual: 0, automatic: 8 }, color: PLAIN },
  },
  {
    name: 'Yoga Block Set',
    base: 18,
    options: {
      material: { foam: 0, cork: 10 },
      pieces: { '1 piece': 0, '2 pieces': 9 },
      color: ['grey', 'plum', 'teal'],
    },
  },
  {
    name: 'Dumbbell Pair',
    base: 34,
    options: {
      weight: { '2 kg': 0, '5 kg': 18, '8 kg': 36, '12 kg': 62 },
      coating: { neoprene: 0, rubber: 6, chrome: 14 },
    },
  },
  {
    name: 'Bike Helmet',
    base: 59,
    options: { size: ['S', 'M', 'L'], light: { no: 0, yes: 20 }, color: ['white', 'black', 'lime'] },
  },
  {
    name: 'Camping Tent',
    base: 149,
    options: {
      sleeps: { '2 people': 0, '3 people': 50, '4 people': 110 },
      season: { '3 seasons': 0, '4 seasons': 90 },
      color: ['green', 'orange'],
    },
  },
  {
    name: 'Garden Chair',
    base: 69,
    options: {
      material: { plastic: 0, teak: 80, steel: 30 },
      folding: { no: 0, yes: 10 },
      color: ['green', 'white', 'black'],
    },
  },
  {
    name: 'Plant Pot',
    base: 16,
    options: {
      diameter: { '12 cm': 0, '18 cm': 6, '24 cm': 14 },
      material: { terracotta: 0, glazed: 8, concrete: 10 },
      color: ['natural', 'white', 'ochre'],
    },
  },
  {
    name: 'Board Game',
    base: 28,
    options: {
      players: { '2 players': 0, '2-4 players': 6, '3-6 players': 10 },
      age: ['8+', '12+'],
      edition: { standard: 0, deluxe: 24 },
    },
  },
];

/** Names of later series: a larger shop has the same kinds of product in more series. */
const SERIES =
  `Alder Brook Cove Dune Ember Fjord Grove Heath Isle Jade Karst Larch Mesa North Opal Peak Quill Ridge Slate Tide`.split(
    ' ',
  );

/** Name of the product of that number: plain for the first of its kind, with its series for later ones. */
export function productName(index: number): string {
  const kind = CATALOG[index % CATALOG.length] as ProductKind;
  const series = Math.floor(index / CATALOG.length) - 1;
  if (series < 0) return kind.name;
  const round = Math.floor(series / SERIES.length);
  return `${kind.name} ${SERIES[series % SERIES.length]}${round === 0 ? '' : ` ${round + 1}`}`;
}
