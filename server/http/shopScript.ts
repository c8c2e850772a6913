import type { FastifyInstance } from 'fastify'
import type { House } from './call.ts'
import { webText, sendFile, type WebFile } from './webFiles.ts'

const address = '/widget.js'
const secondsKept = 600

/** The script that shops put into their pages, with our vendor word in its attributes; any site may load it (specification §1, provider script). */
export function shopScript(app: FastifyInstance, { config }: House, files: Map<string, WebFile>): void {
  const built = files.get(address)
  if (!built) return
  files.delete(address)
  const words = built.plain.toString('utf8').replaceAll('__vendor__', config.brand.vendor)
  const script: WebFile = { ...webText(words, built.type), cache: `public, max-age=${secondsKept}` }
  app.get(address, (request, reply) => {
    reply.header('cross-origin-resource-policy', 'cross-origin')
    sendFile(request, reply, script)
  })
}
