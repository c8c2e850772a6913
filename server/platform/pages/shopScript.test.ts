import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { Services } from '../calls/call.ts'
import { shopScript } from './shopScript.ts'
import { webText } from './webFiles.ts'

it('is served for each vendor word of plugins, using that word, to pages of any site', async () => {
  const app = Fastify()
  const script = (text: string) => webText(text, 'text/javascript; charset=utf-8')
  const files = new Map([
    ['/widget.js', script('window.__vendor__=1;"data-__vendor__-button"')],
    ['/widget-price.js', script('export const priceOf=0')],
  ])
  const config = { brand: { vendor: 'tienda' }, shopWords: ['tienda', 'pago-facil'] }
  shopScript(app, { config } as unknown as Services, files) // it reads nothing else of the services
  const bodyOf = async (url: string) => (await app.inject({ url })).body
  expect(await Promise.all(['/widget.js', '/tienda.js', '/static/tienda.js'].map(bodyOf))).toEqual(
    Array(3).fill('window.tienda=1;"data-tienda-button"'),
  )
  expect(await bodyOf('/static/pago-facil.js')).toContain('data-pago-facil-button')
  const { headers } = await app.inject('/pago-facil.js')
  expect(headers).toMatchObject({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'public, max-age=600' })
  const price = await app.inject('/widget-price.js')
  expect([price.body, price.headers['access-control-allow-origin']]).toEqual(['export const priceOf=0', '*'])
  expect((await app.inject('/another.js')).statusCode).toBe(404)
  // Never with the headers of files for our own pages only.
  expect(files.size).toBe(0)
  await app.close()
})
