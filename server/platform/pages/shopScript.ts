import type { FastifyInstance } from 'fastify'
import type { Services } from '../calls/call.ts'
import { webText, sendFile, type WebFile } from './webFiles.ts'

const address = '/widget.js'
/** Loaded by the script on pages that mark their price; a module, which browsers request with CORS. */
const priceAddress = '/widget-price.js'
const secondsKept = 600

/**
 * The script that shops embed in their pages; any site may load it. Its attributes and its global use our vendor word, or the requested one, which the
 * shop's plugin uses for us.
 */
export function shopScript(app: FastifyInstance, { config }: Services, files: Map<string, WebFile>): void {
  const built = files.get(address)
  if (!built) return
  const price = files.get(priceAddress)
  files.delete(address)
  files.delete(priceAddress)
  const text = built.plain.toString('utf8')
  const cache = `public, max-age=${secondsKept}`
  const withVendor = (word: string) => webText(text.replaceAll('__vendor__', word), built.type, cache)
  const serve = (place: string, script: WebFile) =>
    app.get(place, (request, reply) => {
      reply.headers({ 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' })
      sendFile(request, reply, script)
    })
  if (price) serve(priceAddress, { ...price, cache })
  serve(address, withVendor(config.brand.vendor))
  for (const word of config.shopWords) {
    const script = withVendor(word)
    for (const place of [`/${word}.js`, `/static/${word}.js`]) serve(place, script)
  }
}
