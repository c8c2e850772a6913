import type { BrandLook } from '#domain/platform/brandLook'
import type { BrandFile, BrandPictures } from './brandPictures.ts'
import { builtMark, markColours, markSvg, sandboxColours } from './builtMark.ts'

/** A file that pages load by its address; its key changes with its content. */
type Served = { address: string; type: BrandFile['type']; bytes: Buffer }

type BrandDrawing = { colours: Readonly<Record<string, string>>; pictures?: BrandPictures }

const addressOf = (name: string, { key, type }: BrandFile) => `/brand/${name}-${key}.${type === 'image/png' ? 'png' : 'svg'}`
const dataOf = ({ type, bytes }: BrandFile) => `data:${type};base64,${bytes.toString('base64')}`

/** An icon in test mode: within the same dashed purple line as the window. */
const framed = (icon: BrandFile) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><image href="${dataOf(icon)}" x="5" y="5" width="22" height="22"/><rect x="1.5" y="1.5" width="29" height="29" rx="7" fill="none" stroke="${sandboxColours.cloth}" stroke-width="3" stroke-dasharray="5 3"/></svg>`

const sandboxIcon = ({ pictures }: BrandDrawing) => ({
  address: `/brand/sandbox-${pictures?.icon.key ?? 'built'}.svg`,
  svg: pictures ? framed(pictures.icon) : markSvg(sandboxColours),
})

/** Every file of a brand that pages load. */
export function brandFiles(brand: BrandDrawing): Served[] {
  const { icon, logo, logoDark } = brand.pictures ?? {}
  const own = Object.entries({ icon, logo, 'logo-dark': logoDark }).flatMap(([name, file]) =>
    file ? [{ address: addressOf(name, file), type: file.type, bytes: file.bytes }] : [],
  )
  const sandbox = sandboxIcon(brand)
  return [...own, { address: sandbox.address, type: 'image/svg+xml', bytes: Buffer.from(sandbox.svg) }]
}

/** How pages draw a brand. */
export function brandLook(brand: BrandDrawing): BrandLook {
  const sandbox = sandboxIcon(brand).address
  if (!brand.pictures) return { mark: builtMark, icon: null, logo: null, sandboxIcon: sandbox }
  const { icon, logo, logoDark } = brand.pictures
  return {
    mark: null,
    icon: addressOf('icon', icon),
    logo: logo && {
      src: addressOf('logo', logo),
      darkSrc: logoDark && addressOf('logo-dark', logoDark),
      width: logo.width,
      height: logo.height,
    },
    sandboxIcon: sandbox,
  }
}

/** The icon of a browser's tab; the built one stands in the page, one request fewer before the first rows. */
export const tabIcon = ({ colours, pictures }: BrandDrawing): { href: string; type: string } =>
  pictures
    ? { href: addressOf('icon', pictures.icon), type: pictures.icon.type }
    : { href: `data:image/svg+xml,${encodeURIComponent(markSvg(markColours(colours)))}`, type: 'image/svg+xml' }
