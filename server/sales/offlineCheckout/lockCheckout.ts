import type { Substatus } from '#domain/sales/operations/lifecycle'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { CustomerNamed } from '../operation/customerName.ts'
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

type Row = {
  operation_id: string
  substatus: Substatus
  expires_at: Date | null
  resend_count: number
  link_sent_at: Date | null
  generation: number
  channels: Channel[]
  consent_confirmed_at: Date | null
  identified_at: Date | null
  first_name: string
  last_name: string
  email: string
  phone: string | null
  document_number: string | null
}

/** Locks the operation, then its checkout, in the common order; undefined when there is none. */
export async function lockCheckout(db: Connection, scope: Scope, checkoutId: string): Promise<Locked | undefined> {
  const mine = sql`c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${checkoutId}`
  db.send(sql`select from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode}
    and o.id = (select c.operation_id from checkouts c where ${mine}) for update`)
  db.send(sql`select from checkouts c where ${mine} for update`)
  const row =
    await db.first<Row>(sql`select c.operation_id, o.substatus, o.expires_at, c.resend_count, c.link_sent_at, l.generation, c.channels,
      c.consent_confirmed_at, c.identified_at, o.first_name, o.last_name, o.email, o.phone, o.document_number
    from checkouts c ${ofOperation} join checkout_doors l on l.checkout_id = c.id where ${mine}`)
  if (!row) return undefined
  return {
    operationId: row.operation_id,
    substatus: row.substatus,
    expiresAt: row.expires_at,
    resendCount: row.resend_count,
    linkSentAt: row.link_sent_at,
    generation: row.generation,
    channels: row.channels,
    codeConfirmed: row.consent_confirmed_at !== null,
    identified: row.identified_at !== null,
    customer: {
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      phone: row.phone,
      documentNumber: row.document_number,
    },
  }
}
