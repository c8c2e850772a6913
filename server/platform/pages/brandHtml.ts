import type { Config } from '../config/config.ts'
import { brandLook, tabIcon } from '../brand/brandLook.ts'
import { escapeHtml } from '../calls/escapeHtml.ts'

type Brand = Config['brand']

/** The head of every page: the icon of its tab and of a phone's home screen, and what programs show beside a link to it (Open Graph). */
export function brandHead(brand: Brand, publicUrl: string): string {
  const { href, type } = tabIcon(brand)
  const name = escapeHtml(brand.name)
  const shared = { type: 'website', site_name: name, title: name, image: `${publicUrl}/icons/app-512.png` }
  return [
    `<link rel="icon" type="${type}" href="${escapeHtml(href)}">`,
    '<link rel="apple-touch-icon" href="/icons/apple-touch-180.png">',
    ...Object.entries(shared).map(([property, content]) => `<meta property="og:${property}" content="${content}">`),
  ].join('')
}

const size = ({ width, height }: { width: number; height: number }, shown: number) =>
  `width="${Math.round((shown * width) / height)}" height="${shown}"`

/** The brand above a page that loads no script and no style: its logo, its icon beside its name, or its name. */
export function brandTop(brand: Brand): string {
  const { icon, logo } = brandLook(brand)
  const name = escapeHtml(brand.name)
  if (logo)
    return `<header class="brand"><picture>${logo.darkSrc === null ? '' : `<source srcset="${logo.darkSrc}" media="(prefers-color-scheme: dark)">`}<img src="${logo.src}" ${size(logo, 32)} alt="${name}"${logo.darkSrc === null ? ' class="paper"' : ''}></picture></header>`
  return icon === null ? '' : `<header class="brand"><img src="${icon}" width="28" height="28" alt=""> ${name}</header>`
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
