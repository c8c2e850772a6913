import type { FastifyInstance } from 'fastify'
import type { Services } from '../calls/call.ts'
import { webText, sendFile, type WebFile } from './webFiles.ts'

const address = '/widget.js'
/** What the script fetches where a page points at its price; a module, which browsers ask for from any site with CORS. */
const priceAddress = '/widget-price.js'
const secondsKept = 600

/**
 * The script that shops put into their pages, which any site may load. It speaks our vendor word in its attributes
 * and its global, or the word that it is asked for by: one that the shop's plugin knows us by.
 */
export function shopScript(app: FastifyInstance, { config }: Services, files: Map<string, WebFile>): void {
  const built = files.get(address)
  if (!built) return
  const price = files.get(priceAddress)
  files.delete(address)
  files.delete(priceAddress)
  const text = built.plain.toString('utf8')
  const cache = `public, max-age=${secondsKept}`
  const speaking = (word: string) => webText(text.replaceAll('__vendor__', word), built.type, cache)
  const serve = (place: string, script: WebFile) =>
    app.get(place, (request, reply) => {
      reply.headers({ 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' })
      sendFile(request, reply, script)
    })
  if (price) serve(priceAddress, { ...price, cache })
  serve(address, speaking(config.brand.vendor))
  for (const word of config.shopWords) {
    const script = speaking(word)
    for (const place of [`/${word}.js`, `/static/${word}.js`]) serve(place, script)
  }
}
