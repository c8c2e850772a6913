import { localDate } from '#domain/platform/dates'
import { shortId } from '#domain/platform/shortId'
import { checkNoted, notePayment, readPayable } from '../../sales/cards/notePayment.ts'
import { type ConsoleHandler, type ConsoleHandlerCall, withSecondPerson } from '../../platform/calls/consoleHandler.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { placeOf } from './operations.ts'

/** The instalment that money received on a day pays. Refuses with ProviderActionNotAllowed when there is none. */
export const consoleOperationPayable: ConsoleHandler<'consoleOperationPayable'> = async ({ db, params, query, services, now }) => {
  const { merchantId, mode, operationId } = await placeOf(db, params)
  const scope = mintScope(merchantId, mode)
  const received = { receivedOn: localDate(query.receivedOn), now, lock: false }
  const { number, dueOn, amountCents, savedCents } = await services.database.read(scope, (shopDb) =>
    readPayable(shopDb, scope, operationId, received),
  )
  return { instalment: number, dueOn, amount: amountCents, savedAmount: savedCents }
}

type Noting = Pick<ConsoleHandlerCall<'consoleOperationNotePayment'>, 'db' | 'params' | 'body'>

/** The payment with the place of its operation. */
async function notedOf({ db, params, body }: Noting) {
  const { merchantId, mode, accountId, operationId } = await placeOf(db, params)
  const { instalment: number, amount: amountCents, way, reason } = body
  const noted = { operationId, number, amountCents, way, receivedOn: localDate(body.receivedOn), reason }
  return { scope: mintScope(merchantId, mode), noted, about: { accountId, merchantId, mode, entity: 'operation', entityId: operationId } }
}

/** The number by which the shop and the second person know an operation. */
async function orderOf(db: Connection, scope: Scope, operationId: string): Promise<string> {
  const row = await withScope(db, scope, () =>
    db.first<{ mid: string | null }>(sql`select o.mid from operations o where ${inScope(scope, 'o')} and o.id = ${operationId}`),
  )
  return row?.mid ?? shortId(operationId)
}

/** Notes an instalment that was paid outside the card, once a second person has confirmed it. */
export const consoleOperationNotePayment = withSecondPerson<'consoleOperationNotePayment'>(
  async ({ now, ...call }) => {
    const { scope, noted, about } = await notedOf(call)
    const { number: instalment, dueOn, amountCents } = await withScope(call.db, scope, () => checkNoted(call.db, scope, noted, now))
    const { way, receivedOn, reason } = noted
    const same = { order: await orderOf(call.db, scope, noted.operationId), instalment, dueOn }
    return { ...about, before: { ...same, leftCents: amountCents }, after: { ...same, leftCents: 0, way, receivedOn, proof: reason } }
  },
  async ({ staff, services, now, audit, ...call }) => {
    const { scope, noted, about } = await notedOf(call)
    await withScope(call.db, scope, () => notePayment(services, call.db, scope, noted, { staffId: staff.staffId, now }))
    const { number: instalment, amountCents: amount, way, receivedOn, reason: note } = noted
    audit({ ...about, after: { instalment, amount, way, receivedOn, note } })
    return undefined
  },
)
