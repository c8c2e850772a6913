import { crc32, inflateSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Config } from '../config/config.ts'
import { appManifest } from './appManifest.ts'

const brand = (fields: Partial<Config['brand']> = {}): Pick<Config, 'brand'> => ({
  brand: { name: 'Trastienda', vendor: 'trastienda', legalName: 'Trastienda', supportEmail: '', supportPhone: '', colours: {}, ...fields },
})
const served = (config: Pick<Config, 'brand'>) => {
  const app = Fastify()
  appManifest(app, config)
  return app
}

/** The colour of a pixel, as `#rrggbb`, after decoding the file as a browser does. */
function colourAt(png: Buffer, size: number, x: number, y: number): string {
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  let data = Buffer.alloc(0)
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    const body = png.subarray(at + 4, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body))
    if (body.subarray(0, 4).toString() === 'IHDR') expect([body.readUInt32BE(4), body.readUInt32BE(8)]).toEqual([size, size])
    if (body.subarray(0, 4).toString() === 'IDAT') data = Buffer.concat([data, body.subarray(4)])
    at += 12 + length
  }
  const start = y * (size * 3 + 1) + 1 + x * 3
  return `#${inflateSync(data)
    .subarray(start, start + 3)
    .toString('hex')}`
}

describe('the installed application', () => {
  it('has the brand’s name, starts at the root, and its icons exist', async () => {
    const app = served(brand({ name: 'Aplaza Fácil Comercios' }))
    const answer = await app.inject('/manifest.webmanifest')
    expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
    const manifest = answer.json<{
      name: string
      short_name: string
      start_url: string
      description: string
      icons: { src: string; sizes: string }[]
    }>()
    expect(manifest).toMatchObject({ name: 'Aplaza Fácil Comercios', short_name: 'Aplaza', start_url: '/' })
    expect(manifest.description).toContain('Aplaza Fácil Comercios')
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
    for (const { src, sizes } of manifest.icons) {
      const picture = await app.inject(src)
      expect(picture.headers['content-type'], src).toBe('image/png')
      expect(colourAt(picture.rawPayload, Number.parseInt(sizes, 10), 0, 0), src).toBe('#f7f5f2')
    }
  })

  it('has the brand’s colours', async () => {
    const cloth = async (colours: Record<string, string>) => {
      const picture = await served(brand({ colours })).inject('/icons/app-192.png')
      return [colourAt(picture.rawPayload, 192, 96, 50), colourAt(picture.rawPayload, 192, 0, 0)]
    }
    expect(await cloth({})).toEqual(['#1f4fc4', '#f7f5f2'])
    expect(await cloth({ 'blue-600': '#0a7d33', 'gray-100': '#ffffff' })).toEqual(['#0a7d33', '#ffffff'])
  })
})
