import { join } from 'node:path'
import { builtMark } from '../../platform/brand/builtMark.ts'
import { readPictures } from '../../platform/brand/brandPictures.ts'
import type { Config } from '../../platform/config/config.ts'

const file = (name: string) => join(import.meta.dirname, `${name}.svg`)
const secondPictures = { BRAND_ICON: file('icon'), BRAND_LOGO: file('logo'), BRAND_LOGO_DARK: file('logo-dark') }

/** Another provider's brand, with all that a brand can have. */
export const secondBrand = {
  name: 'Plazo Fácil',
  vendor: 'plazofacil',
  legalName: 'Plazo Fácil, E.F.C., S.A.',
  supportEmail: 'hola@plazofacil.example',
  supportPhone: '900 111 222',
  colours: { 'blue-600': '#0b5d3b', 'blue-700': '#08402a', 'blue-200': '#bfe5d3' },
} as const

/** The brand with its pictures, and what a server derives from it. */
export function secondConfig(): Pick<Config, 'brand' | 'mailFrom' | 'shopWords' | 'analytics'> {
  const pictures = readPictures(secondPictures)
  if (!pictures) throw new Error('the pictures are there')
  const { name, vendor, supportEmail } = secondBrand
  return {
    brand: { ...secondBrand, pictures },
    mailFrom: `${name} <${supportEmail}>`,
    shopWords: [vendor],
    analytics: { url: '/analytics', key: vendor, scriptUrl: '', global: 'analytics' },
  }
}

const exact = (text: string) => new RegExp(text.replaceAll('.', '\\.'), 'g')
/** The beginning of the stall that is drawn on the first empty lists. */
const stall = 'M22 8h88l12 24'
/** What only the first brand has: its name, which its vendor and addresses repeat, and its drawings. */
const firstBrand = [/.{0,40}trastienda.{0,40}/gi, ...[builtMark.cloth, builtMark.stripes, builtMark.front, stall].map(exact)]

/**
 * What may be left, with the reason. The name of what is inside the program (schema and roles of the database, the issuer in a session's token, folders and packages of
 * an installation) is in nothing that is read here.
 */
const allowed: readonly { where: RegExp; text: RegExp }[] = [
  // Built into the pages, and drawn only where a brand has no icon of its own (`EmptyState`).
  { where: /^assets[/]/, text: exact(stall) },
]

/** Every place of a text where the first brand is left. */
export const leftOfFirstBrand = (where: string, text: string): string[] =>
  firstBrand
    .flatMap((sign) => [...text.matchAll(sign)].map(([found]) => found.replaceAll('\n', ' ')))
    .filter((found) => !allowed.some((one) => one.where.test(where) && found.search(one.text) >= 0))
    .map((found) => `${where}: ${found}`)
