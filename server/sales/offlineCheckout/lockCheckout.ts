import type { Substatus } from '#domain/sales/operations/lifecycle'
import { pick } from '#domain/platform/pick'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { columnsAs, inScope, sql } from '../../platform/database/sql.ts'
import { type CustomerNamed, customerFields } from '../lifecycle/customerName.ts'
import type { Channel } from './parseOrder.ts'
import { ofOperation } from './facts.ts'

/** A checkout locked until the transaction ends. */
export type Locked = {
  operationId: string
  substatus: Substatus
  expiresAt: Date | null
  resendCount: number
  linkSentAt: Date | null
  generation: number
  channels: Channel[]
  codeConfirmed: boolean
  identified: boolean
  customer: CustomerNamed
}

const checkoutFields = ['operationId', 'resendCount', 'linkSentAt', 'channels'] as const satisfies (keyof Locked)[]
const operationFields = ['substatus', 'expiresAt'] as const satisfies (keyof Locked)[]

type Row = Omit<Locked, 'customer'> & CustomerNamed

/** Locks the operation, then its checkout, in the common order; undefined when there is none. */
export async function lockCheckout(db: Connection, scope: Scope, checkoutId: string): Promise<Locked | undefined> {
  const thisCheckout = sql`${inScope(scope, 'c')} and c.id = ${checkoutId}`
  db.send(sql`select from operations o where ${inScope(scope, 'o')}
    and o.id = (select c.operation_id from checkouts c where ${thisCheckout}) for update`)
  db.send(sql`select from checkouts c where ${thisCheckout} for update`)
  const row =
    await db.first<Row>(sql`select ${columnsAs('c', checkoutFields)}, ${columnsAs('o', [...operationFields, ...customerFields])}, l.generation,
      c.consent_confirmed_at is not null as "codeConfirmed", c.identified_at is not null as identified
    from checkouts c ${ofOperation} join checkout_links l on l.checkout_id = c.id where ${thisCheckout}`)
  return (
    row && {
      ...pick(row, [...checkoutFields, ...operationFields, 'generation', 'codeConfirmed', 'identified']),
      customer: pick(row, customerFields),
    }
  )
}
