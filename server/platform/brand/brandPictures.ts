import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { drawAtStart } from './drawPictures.ts'
import { readPng } from './readPng.ts'
import { readSvg } from './readSvg.ts'

/** A file of the brand as it was given. `key`: of its content, for its address. */
export type BrandFile = { type: 'image/svg+xml' | 'image/png'; bytes: Buffer; width: number; height: number; key: string }

/** A picture as PNG for e-mails and PDF files, which show no SVG; in pixels. */
export type Raster = { png: Buffer; width: number; height: number }

/** The pictures of a brand. `raster`: its logo, or its icon where it has none; `rasterDark`: the logo for the dark theme, if there is one. */
export type BrandPictures = {
  icon: BrandFile
  logo: BrandFile | null
  logoDark: BrandFile | null
  raster: Raster
  rasterDark: Raster | null
}

type PictureName = 'BRAND_ICON' | 'BRAND_LOGO' | 'BRAND_LOGO_DARK'
/** What is wrong with a picture, by the setting that names it. */
export class PictureProblem extends Error {
  constructor(setting: PictureName, problem: string) {
    super(`${setting}: ${problem}.`)
  }
}

const maxKilobytes = 256
const minIcon = 512
const minLogoHeight = 64
const maxLogoRatio = 8
/** Four times the height at which an e-mail shows it. */
const rasterHeight = 128

function readPicture(setting: PictureName, path: string): BrandFile {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    throw new PictureProblem(setting, `${path} cannot be read`)
  }
  if (bytes.length > maxKilobytes * 1024) throw new PictureProblem(setting, `${path} is larger than ${maxKilobytes} KB`)
  const isSvg = /^\s*(?:\uFEFF)?</.test(bytes.toString('utf8', 0, 64))
  try {
    const size = isSvg ? readSvg(bytes.toString('utf8')) : readPng(bytes)
    const key = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
    return { type: isSvg ? 'image/svg+xml' : 'image/png', bytes, ...size, key }
  } catch (error) {
    throw new PictureProblem(setting, `${path} ${error instanceof Error ? error.message : String(error)}`)
  }
}

function checkSize(setting: PictureName, path: string, { type, width, height }: BrandFile): void {
  const sizeText = `${path} is ${width} × ${height}`
  if (setting === 'BRAND_ICON') {
    if (width !== height) throw new PictureProblem(setting, `${sizeText}, not square`)
    if (type === 'image/png' && width < minIcon) throw new PictureProblem(setting, `${sizeText} pixels, fewer than ${minIcon} × ${minIcon}`)
    return
  }
  if (width < height || width > height * maxLogoRatio)
    throw new PictureProblem(setting, `${sizeText}; a logo is as wide as it is high, up to ${maxLogoRatio} times as wide`)
  if (type === 'image/png' && height < minLogoHeight)
    throw new PictureProblem(setting, `${sizeText} pixels, less than ${minLogoHeight} high`)
}

const rasterSize = ({ width, height }: BrandFile) => ({ width: Math.round((rasterHeight * width) / height), height: rasterHeight })

function rasterOf(setting: PictureName, path: string, file: BrandFile): Raster {
  const size = rasterSize(file)
  try {
    const [png = Buffer.alloc(0)] = drawAtStart([{ source: file.bytes, ...size }])
    return { png, ...size }
  } catch {
    throw new PictureProblem(setting, `${path} cannot be drawn`)
  }
}

const read = new Map<string, BrandPictures>()

/**
 * Reads and checks the pictures of a brand by their paths; undefined where there are none. Each is drawn once, so that one that cannot be drawn stops the start. Throws
 * a PictureProblem that says in one line what is wrong.
 */
export function readPictures(paths: Readonly<Record<PictureName, string>>): BrandPictures | undefined {
  const { BRAND_ICON: iconPath, BRAND_LOGO: logoPath, BRAND_LOGO_DARK: darkPath } = paths
  if (darkPath !== '' && logoPath === '') throw new PictureProblem('BRAND_LOGO_DARK', 'BRAND_LOGO is needed too, for light pages')
  if (logoPath !== '' && iconPath === '') throw new PictureProblem('BRAND_LOGO', "BRAND_ICON is needed too, for browsers' tabs and phones")
  if (iconPath === '') return undefined
  const fileOf = (setting: PictureName) => {
    const path = paths[setting]
    if (path === '') return null
    const file = readPicture(setting, path)
    checkSize(setting, path, file)
    return file
  }
  const [icon, logo, logoDark] = [readPicture('BRAND_ICON', iconPath), fileOf('BRAND_LOGO'), fileOf('BRAND_LOGO_DARK')]
  checkSize('BRAND_ICON', iconPath, icon)
  const keys = [icon, logo, logoDark].map((file) => file?.key ?? '').join()
  const known = read.get(keys)
  if (known) return known
  const iconRaster = rasterOf('BRAND_ICON', iconPath, icon)
  const raster = logo ? rasterOf('BRAND_LOGO', logoPath, logo) : iconRaster
  const pictures = { icon, logo, logoDark, raster, rasterDark: logoDark && rasterOf('BRAND_LOGO_DARK', darkPath, logoDark) }
  // The settings are read more than once at a start.
  read.set(keys, pictures)
  return pictures
}
