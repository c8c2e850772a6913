import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ConsoleConfig } from '../config/consoleConfig.ts'
import { Refusal } from '../calls/refusal.ts'

/** Whether a request is for the console: one of its calls, or a path below its page. The route is matched after decoding. */
const isOfConsole = ({ url, routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith('/console/') === true || /^\/console(?:[/?]|$)/.test(url)

/** Calls of merchants and customers. */
const isOtherCall = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.call !== undefined && !config.call.startsWith('console.')

function isAllowed(ip: string, allow: ConsoleConfig['allow']): boolean {
  if (allow === null) return true
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
  const family = isIP(plain)
  return family !== 0 && allow.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

/**
 * Serves the console at its own host alone (`CONSOLE_URL`), where nothing else is called, and to its networks alone (`CONSOLE_ALLOW`). Elsewhere it is as
 * if it did not exist: ObjectNotFoundException.
 */
export function limitConsole(app: FastifyInstance, config: { console: Pick<ConsoleConfig, 'url' | 'allow'> }): void {
  const { url, allow } = config.console
  if (url === null && allow === null) return
  const ownHost = url === null ? null : new URL(url).host
  app.addHook('onRequest', (request, _reply, done) => {
    const isOwnHost = ownHost === null || request.host === ownHost
    const hidden = isOfConsole(request)
      ? !isOwnHost || !isAllowed(request.ip, allow)
      : ownHost !== null && isOwnHost && isOtherCall(request)
    done(hidden ? new Refusal('ObjectNotFoundException') : undefined)
  })
}
