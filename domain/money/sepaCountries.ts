/**
 * The account numbers of the countries of the Single Euro Payments Area (European Payments Council, EPC409-09), what follows country and check digits
 * as the IBAN registry of SWIFT (ISO 13616) writes it: `n` figures, `a` letters, `c` either, each with how many. A rule of the standard, not data that changes
 * by the month: a new country is a line.
 */
const structures = {
  AD: '8n12c',
  AL: '8n16c',
  AT: '16n',
  BE: '12n',
  BG: '4a6n8c',
  CH: '5n12c',
  CY: '8n16c',
  CZ: '20n',
  DE: '18n',
  DK: '14n',
  EE: '16n',
  ES: '20n',
  FI: '14n',
  FR: '10n11c2n',
  GB: '4a14n',
  GI: '4a15c',
  GR: '7n16c',
  HR: '17n',
  HU: '24n',
  IE: '4a14n',
  IS: '22n',
  IT: '1a10n12c',
  LI: '5n12c',
  LT: '16n',
  LU: '3n13c',
  LV: '4a13c',
  MC: '10n11c2n',
  MD: '20c',
  ME: '18n',
  MK: '3n10c2n',
  MT: '4a5n18c',
  NL: '4a10n',
  NO: '11n',
  PL: '24n',
  PT: '21n',
  RO: '4a16c',
  RS: '18n',
  SE: '20n',
  SI: '15n',
  SK: '20n',
  SM: '1a10n12c',
  VA: '18n',
} as const

const countries = new Map(Object.entries(structures))
const kinds: Readonly<Record<string, RegExp>> = { n: /\d/, a: /[A-Z]/, c: /[A-Z0-9]/ }

/** What may stand at each place of a country's IBAN, from the first letter on; null outside the area. */
export function ibanPlaces(country: string): readonly RegExp[] | null {
  const structure = countries.get(country)
  if (structure === undefined) return null
  const parts = [...`2a2n${structure}`.matchAll(/(\d+)([nac])/g)]
  return parts.flatMap(([, many, kind = 'c']) => Array.from({ length: Number(many) }, () => kinds[kind] ?? /[A-Z0-9]/))
}
