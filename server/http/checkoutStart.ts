import type { FastifyRequest } from 'fastify'
import { mintScope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import { checkoutLink } from '../messages/checkoutLink.ts'
import type { House } from './call.ts'
import { hexOf, uuidOf } from './wire.ts'

type Asked = { order?: unknown; 'public-key'?: unknown; 'post-message'?: unknown }

/** Whether the root is asked for the checkout of an order, as a shop's page or app does (the shops' API §10). */
export const startsCheckout = (request: FastifyRequest): boolean => typeof (request.query as Asked).order === 'string'

/** Whether the shop's page waits in another window for word from this one: then the two must not be put apart. */
export const tellsOpener = (request: FastifyRequest): boolean => (request.query as Asked)['post-message'] === 'true'

/**
 * The address of an order's checkout, for whoever knows its id and the public key of its shop, which also says the mode. Of anything else the address
 * of a checkout that nobody can open.
 */
export async function checkoutStart(request: FastifyRequest, house: House): Promise<string> {
  const { order, 'public-key': token } = request.query as Asked
  const operationId = typeof order === 'string' ? uuidOf(order) : undefined
  const key = typeof token === 'string' ? await house.keys.byToken(token) : null
  const unknown = `/checkout/${operationId === undefined ? '' : hexOf(operationId)}`
  if (operationId === undefined || key?.kind !== 'public') return unknown
  const scope = mintScope(key.merchantId, key.mode)
  const door = await house.database.read(scope, (db) =>
    db.first<{
      id: string
      generation: number
    }>(sql`select c.id, d.generation from checkouts c join checkout_doors d on d.checkout_id = c.id
      where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.operation_id = ${operationId} and c.submit_type = 'online'`),
  )
  if (!door) return unknown
  const link = checkoutLink(house, door.id, door.generation)
  return tellsOpener(request) ? link.replace('#', '?post-message=true#') : link
}
