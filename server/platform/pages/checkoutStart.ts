import type { FastifyRequest } from 'fastify'
import { mintScope } from '../database/scope.ts'
import { inScope, sql } from '../database/sql.ts'
import { checkoutLink } from '../../sales/messages/customerLinks.ts'
import type { Services } from '../calls/call.ts'
import { hashOfMark, hostCookie, newOpenerMark, openerCookie, tokenIn } from '../calls/cookies.ts'
import { hexOf, uuidOf } from '../calls/wire.ts'

type StartQuery = { order?: unknown; 'public-key'?: unknown; 'post-message'?: unknown }

/** Whether a request to the root starts the checkout of an order, as from a shop's page or app. */
export const startsCheckout = (request: FastifyRequest): boolean => typeof (request.query as StartQuery).order === 'string'

/** Whether the shop's page waits for a message from this window: then their browsing contexts must not be separated (COOP). */
export const notifiesOpener = (request: FastifyRequest): boolean => (request.query as StartQuery)['post-message'] === 'true'

/**
 * The URL of an order's checkout, for the first browser with its id and its shop's public key, which also determines the mode. Both are known to others, so
 * any further browser gets a checkout URL that cannot be opened, as for an unknown order. `cookie` identifies the browser.
 */
export async function checkoutStart(request: FastifyRequest, services: Services): Promise<{ address: string; cookie?: string }> {
  const { order, 'public-key': token } = request.query as StartQuery
  const operationId = typeof order === 'string' ? uuidOf(order) : undefined
  const key = typeof token === 'string' ? await services.keys.byToken(token) : null
  const unknown = { address: `/checkout/${operationId === undefined ? '' : hexOf(operationId)}` }
  if (operationId === undefined || key?.kind !== 'public') return unknown
  const scope = mintScope(key.merchantId, key.mode)
  const mark = tokenIn(request.headers.cookie, hostCookie(services.config, 'opener')) ?? newOpenerMark()
  const hash = hashOfMark(mark)
  const opened = await services.database.write(scope, (db) =>
    db.first<{
      id: string
      generation: number
    }>(sql`update checkouts c set opener_hash = ${hash} from checkout_links d
      where ${inScope(scope, 'c')} and c.operation_id = ${operationId} and c.submit_type = 'online'
        and d.checkout_id = c.id and (c.opener_hash is null or c.opener_hash = ${hash})
      returning c.id, d.generation`),
  )
  if (!opened) return unknown
  const link = checkoutLink(services, opened.id, opened.generation)
  const address = notifiesOpener(request) ? link.replace('#', '?post-message=true#') : link
  return { address, cookie: openerCookie(services.config, mark) }
}
