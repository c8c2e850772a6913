import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { appIcon, backgroundOf } from './appIcon.ts'
import { text } from '../calls/messages.ts'

/** Phones truncate the name below an icon after about this many letters. */
const shortLength = 12

type Icon = { src: string; size: number; share: number; purpose: 'any' | 'maskable' }
const icons: readonly Icon[] = [
  { src: '/icons/app-192.png', size: 192, share: 0.82, purpose: 'any' },
  { src: '/icons/app-512.png', size: 512, share: 0.82, purpose: 'any' },
  { src: '/icons/app-maskable-512.png', size: 512, share: 0.6, purpose: 'maskable' },
]

const till = '/merchants/undefined/operations/new?view=counter'

/** The web app manifest, with the brand's name; the app starts at the root, which redirects to the device's last choice. */
function manifestOf({ name, colours }: Config['brand']): object {
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
    icons: icons.map(({ src, size, purpose }) => ({ src, sizes: `${size}x${size}`, type: 'image/png', purpose })),
    shortcuts: [
      { name: text('offlineCheckout.charge'), url: till },
      { name: text('shell.route.operations'), url: '/merchants/undefined/operations' },
    ],
  }
}

/** Serves the manifest and icons with the brand's name and colours. Icons are rendered on the first request and cached. */
export function appManifest(app: FastifyInstance, { brand }: Pick<Config, 'brand'>): void {
  const manifest = JSON.stringify(manifestOf(brand))
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8').send(manifest),
  )
  const drawn = new Map<string, Promise<Buffer>>()
  for (const { src, size, share } of icons)
    app.get(src, async (_request, reply) => {
      const picture = drawn.get(src) ?? appIcon(size, share, brand.colours)
      drawn.set(src, picture)
      picture.catch(() => drawn.delete(src))
      return reply
        .header('cache-control', 'public, max-age=86400')
        .type('image/png')
        .send(await picture)
    })
}
