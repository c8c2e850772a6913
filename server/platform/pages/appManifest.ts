import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { markColours, markSvg } from '../brand/builtMark.ts'
import { drawPictures } from '../brand/drawPictures.ts'
import { text } from '../calls/messages.ts'

/** Phones truncate the name below an icon after about this many letters. */
const shortLength = 12

type Brand = Config['brand']
/** `share`: the fraction of the width that the picture takes, for the built mark and for an icon of the brand's own. */
type Icon = { src: string; size: number; share: { built: number; own: number }; purpose?: 'any' | 'maskable' }
const icons: readonly Icon[] = [
  { src: '/icons/app-192.png', size: 192, share: { built: 0.82, own: 1 }, purpose: 'any' },
  { src: '/icons/app-512.png', size: 512, share: { built: 0.82, own: 1 }, purpose: 'any' },
  // Phones crop the outer fifth (W3C, maskable icons).
  { src: '/icons/app-maskable-512.png', size: 512, share: { built: 0.6, own: 0.6 }, purpose: 'maskable' },
  { src: '/icons/apple-touch-180.png', size: 180, share: { built: 0.7, own: 0.86 } },
  // Asked for by programs that read no page.
  { src: '/favicon.ico', size: 48, share: { built: 1, own: 1 } },
]

const till = '/merchants/undefined/operations/new?view=counter'

/** The colour under an icon; the page’s own unless the brand sets one. */
const backgroundOf = (colours: Brand['colours']): string => colours['gray-100'] ?? '#f7f5f2'

/** The web app manifest, with the brand's name; the app starts at the root, which redirects to the device's last choice. */
function manifestOf({ name, colours }: Brand): object {
  const background = backgroundOf(colours)
  const short = name.length <= shortLength ? name : (name.slice(0, shortLength).split(/\s+/)[0] ?? name)
  return {
    id: '/',
    name,
    short_name: short,
    description: text('shell.app.description', { brand: name }),
    lang: 'es',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    background_color: background,
    theme_color: background,
    icons: icons.flatMap(({ src, size, purpose }) => (purpose ? [{ src, sizes: `${size}x${size}`, type: 'image/png', purpose }] : [])),
    shortcuts: [
      { name: text('offlineCheckout.charge'), url: till },
      { name: text('shell.route.operations'), url: '/merchants/undefined/operations' },
    ],
  }
}

async function iconOf({ size, share }: Icon, { colours, pictures }: Brand): Promise<Buffer> {
  const source = pictures ? pictures.icon.bytes : markSvg(markColours(colours))
  const drawing = { source, width: size, height: size, share: share[pictures ? 'own' : 'built'], background: backgroundOf(colours) }
  const [png = Buffer.alloc(0)] = await drawPictures([drawing])
  return png
}

/** Serves the manifest and icons with the brand's name, icon and colours. Icons are rendered on the first request and cached. */
export function appManifest(app: FastifyInstance, { brand }: Pick<Config, 'brand'>): void {
  const manifest = JSON.stringify(manifestOf(brand))
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8').send(manifest),
  )
  const drawn = new Map<string, Promise<Buffer>>()
  for (const icon of icons)
    app.get(icon.src, async (_request, reply) => {
      const picture = drawn.get(icon.src) ?? iconOf(icon, brand)
      drawn.set(icon.src, picture)
      picture.catch(() => drawn.delete(icon.src))
      return reply
        .header('cache-control', 'public, max-age=86400')
        .type('image/png')
        .send(await picture)
    })
}
