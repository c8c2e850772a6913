import type { Config } from '../config/config.ts'
import { brandLook, tabIcon } from '../brand/brandLook.ts'
import { escapeHtml } from '../calls/escapeHtml.ts'

type Brand = Config['brand']

/** The icon of a page's tab. */
export function tabIconLink(brand: Brand): string {
  const { href, type } = tabIcon(brand)
  return `<link rel="icon" type="${type}" href="${escapeHtml(href)}">`
}

/** The head of every page: the icon of its tab and of a phone's home screen, and what programs show beside a link to it (Open Graph). */
export function brandHead(brand: Brand, publicUrl: string): string {
  const name = escapeHtml(brand.name)
  const shared = { type: 'website', site_name: name, title: name, image: `${publicUrl}/icons/app-512.png` }
  return [
    tabIconLink(brand),
    '<link rel="apple-touch-icon" href="/icons/apple-touch-180.png">',
    ...Object.entries(shared).map(([property, content]) => `<meta property="og:${property}" content="${content}">`),
  ].join('')
}

const size = ({ width, height }: { width: number; height: number }, shown: number) =>
  `width="${Math.round((shown * width) / height)}" height="${shown}"`

/** The brand's logo, or its icon for a place beside its name, on a page that loads no script and no style; empty without pictures of its own. */
export function brandPicture(brand: Brand): string {
  const { icon, logo } = brandLook(brand)
  if (logo)
    return `<picture>${logo.darkSrc === null ? '' : `<source srcset="${logo.darkSrc}" media="(prefers-color-scheme: dark)">`}<img src="${logo.src}" ${size(logo, 32)} alt="${escapeHtml(brand.name)}"${logo.darkSrc === null ? ' class="paper"' : ''}></picture>`
  return icon === null ? '' : `<img src="${icon}" width="28" height="28" alt="">`
}

/** The brand above such a page: its logo, or its icon beside its name. */
export function brandTop(brand: Brand): string {
  const picture = brandPicture(brand)
  return picture && `<header class="brand">${picture}${brandLook(brand).logo ? '' : ` ${escapeHtml(brand.name)}`}</header>`
}

/** The brand in the frame that stands before the first render, at the place where the bar draws it: the whole, and small. */
export function frameBrand(brand: Brand): { whole: string; small: string } {
  const { mark, icon, logo } = brandLook(brand)
  const small = mark
    ? `<svg viewBox="0 0 26 26" aria-hidden="true" class="size-6.5 flex-none fill-none"><path class="fill-awning-a" d="${mark.cloth}"/><path class="fill-awning-b" d="${mark.stripes}"/><path class="stroke-ink" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="${mark.front}"/></svg>`
    : `<img src="${icon ?? ''}" alt="" class="size-6.5 flex-none">`
  if (!logo) return { small, whole: small }
  const image = (src: string, kind: string) => `<img src="${src}" ${size(logo, 26)} alt="" class="brand-logo ${kind}">`
  return { small, whole: image(logo.src, 'brand-light') + (logo.darkSrc === null ? '' : image(logo.darkSrc, 'brand-dark')) }
}
