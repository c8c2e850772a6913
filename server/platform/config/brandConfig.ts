import { resolve } from 'node:path'
import { type BrandPictures, PictureProblem, readPictures } from '../brand/brandPictures.ts'
import { ConfigProblem } from '../database/configProblem.ts'
import { contrastProblem, isPaletteName } from '../pages/brandStyle.ts'

/** The settings of the brand: default and description. */
export const brandSettings = {
  BRAND_NAME: ['Trastienda', 'Product name in titles and mail'],
  BRAND_VENDOR: ['trastienda', 'Vendor in the media types, application/vnd.<vendor>.sandbox.v2+json'],
  BRAND_LEGAL_NAME: ['', "The provider's company name; default BRAND_NAME"],
  BRAND_SUPPORT_EMAIL: ['ayuda@trastienda.example', 'Where merchants write to'],
  BRAND_SUPPORT_PHONE: ['', 'Where merchants call'],
  BRAND_ICON: ['', 'Path of a square SVG or PNG (from 512 pixels): tabs, phones, and wherever there is no space for the logo'],
  BRAND_LOGO: [
    '',
    'Path of an SVG or PNG (from 64 pixels high) with the name: pages, e-mails, PDF files; default the icon beside BRAND_NAME',
  ],
  BRAND_LOGO_DARK: ['', 'The same for the dark theme; default BRAND_LOGO on white'],
  BRAND_COLOURS: ['', 'Palette values to change, as blue-600=#1d4ed8,blue-700=#1e3a8a; refused when text would be hard to read'],
  SHOP_WORDS: [
    '',
    "Further words by which shops' plugins know the provider, separated by commas: each has its script, /<word>.js, with its own attributes and global",
  ],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

type SettingName = keyof typeof brandSettings
type Read = (name: SettingName) => string

/** How the product is called and looks. */
export type Brand = {
  name: string
  vendor: string
  legalName: string
  supportEmail: string
  supportPhone: string
  /** Palette name to #rrggbb. */
  colours: Record<string, string>
  /** Left out: the drawing that is built in. */
  pictures?: BrandPictures
}

const refuse = (name: SettingName, value: string, wanted: string) => new ConfigProblem(`${name}="${value}" is not ${wanted}.`)

function coloursOf(read: Read): Record<string, string> {
  const text = read('BRAND_COLOURS')
  const colours = Object.fromEntries(
    text
      .split(',')
      .filter(Boolean)
      .map((pair) => {
        const [, name, value] = /^\s*([a-z][a-z0-9-]*)\s*=\s*(#[0-9a-f]{6})\s*$/i.exec(pair) ?? []
        if (!name || !value || !isPaletteName(name))
          throw refuse('BRAND_COLOURS', pair, 'a name of the palette and a colour, such as blue-600=#1d4ed8')
        return [name, value.toLowerCase()]
      }),
  )
  const problem = contrastProblem(colours)
  if (problem !== undefined) throw new ConfigProblem(`BRAND_COLOURS makes text hard to read: ${problem}.`)
  return colours
}

function picturesOf(read: Read): Pick<Brand, 'pictures'> {
  const path = (name: SettingName) => read(name) && resolve(read(name))
  try {
    const pictures = readPictures({
      BRAND_ICON: path('BRAND_ICON'),
      BRAND_LOGO: path('BRAND_LOGO'),
      BRAND_LOGO_DARK: path('BRAND_LOGO_DARK'),
    })
    return pictures ? { pictures } : {}
  } catch (error) {
    throw error instanceof PictureProblem ? new ConfigProblem(error.message) : error
  }
}

/** Reads the settings of the brand. Throws a one-line ConfigProblem. */
export function brandOf(read: Read): Brand {
  const name = read('BRAND_NAME')
  const vendor = read('BRAND_VENDOR')
  if (!isWord(vendor) || vendor === 'widget')
    throw refuse('BRAND_VENDOR', vendor, 'a word of small letters, digits and hyphens, not "widget"')
  const supportEmail = read('BRAND_SUPPORT_EMAIL')
  if (!/^[^\s@]+@[^\s@]+$/.test(supportEmail)) throw refuse('BRAND_SUPPORT_EMAIL', supportEmail, 'a mail address')
  return {
    name,
    vendor,
    legalName: read('BRAND_LEGAL_NAME') || name,
    supportEmail,
    supportPhone: read('BRAND_SUPPORT_PHONE'),
    colours: coloursOf(read),
    ...picturesOf(read),
  }
}

const isWord = (text: string) => /^[a-z][a-z0-9-]{0,40}$/.test(text)

/** Reads the names by which shops' plugins know us, our own first. Throws a one-line ConfigProblem. */
export function shopWordsOf(read: Read, vendor: string): string[] {
  const words = read('SHOP_WORDS')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  const wrong = words.find((word) => !isWord(word) || word === 'widget')
  if (wrong !== undefined) throw refuse('SHOP_WORDS', wrong, 'words of small letters, digits and hyphens, none of them "widget"')
  return [...new Set([vendor, ...words])]
}
