import type { BrandPictures } from './brandPictures.ts'

/** By these an e-mail's HTML names the pictures that go with it (RFC 2392). Nothing is fetched: most programs block what would be. */
export const [logoCid, darkLogoCid] = ['brand-logo', 'brand-logo-dark']

/** The pictures that an e-mail's HTML names. */
export function picturesIn(html: string, pictures: BrandPictures | undefined): { cid: string; png: Buffer }[] {
  const named = { [logoCid]: pictures?.raster, [darkLogoCid]: pictures?.rasterDark }
  return Object.entries(named).flatMap(([cid, raster]) => (raster && html.includes(`"cid:${cid}"`) ? [{ cid, png: raster.png }] : []))
}

/** An e-mail's HTML with its pictures in it, for a page that shows it. */
export const withPictures = (html: string, pictures: BrandPictures | undefined): string =>
  picturesIn(html, pictures).reduce(
    (whole, { cid, png }) => whole.replaceAll(`"cid:${cid}"`, `"data:image/png;base64,${png.toString('base64')}"`),
    html,
  )
