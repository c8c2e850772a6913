import type { CallName } from '#contract/index'
import type { WorkKind } from '#domain/merchants/inbox'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { customerName } from '../../sales/operation/customerName.ts'

/**
 * Who looks, at which shop and mode, when. `may`: whether they may make a call, by role and by what was taken from them. `now` is the shop's own
 * time, `present` everybody's: by that people, keys, reports and webhooks are stamped.
 */
export type Looking = { scope: Scope; accountId: string; userId: string; may: (call: CallName) => boolean; now: Date; present: Date }

/** One thing that waits, as its source finds it. Columns of every `open` query. */
export type OpenRow = {
  /** The fact's own id: with its kind, the item's key. */
  fact_id: string
  /** What its button opens. */
  object_id: string
  subject: string
  reference: string | null
  amount_cents: bigint | null
  deadline: Date | null
  since: Date
}

/** One thing that waited and does not any more. Columns of every `ended` query. */
export type EndedRow = Omit<OpenRow, 'deadline' | 'since'> & { at: Date; way: 'person' | 'customer' | 'clock'; by: string | null }

/**
 * Where items of one kind come from: the state of things itself, so that no item outlives its fact. A new kind is a file beside this one, a row
 * in `sources.ts`, its name in `domain/merchants/inbox.ts` and `contract/merchants/inbox.ts`, and its words.
 */
export type Source = {
  /** The call that solves it: whoever may not make it does not see the item. */
  right: CallName
  /** What waits now, the most pressing first, at most `mostOpen` and one more. */
  open(db: Connection, looking: Looking): Promise<OpenRow[]>
  /** What ended after an instant, the latest first. May still name what waits again or in part: `derive` leaves that out. */
  ended(db: Connection, looking: Looking, after: Date): Promise<EndedRow[]>
}

/** So many items of a kind are told. */
export const mostOpen = 100
/** So many ended ones of a kind. */
export const mostEnded = 20

export const inScope = (alias: Sql, { scope }: Looking): Sql =>
  sql`${alias}.merchant_id = ${scope.merchantId} and ${alias}.mode = ${scope.mode}`

/** An operation `o` as subject, in the words of who looks. */
export const ofOperation = (): Sql => sql`o.id as object_id, ${customerName()} as subject, o.mid as reference`

/** SQL that is true unless somebody has looked at a fact of a kind. */
export const notChecked = (kind: WorkKind, factId: Sql, { scope }: Looking): Sql =>
  sql`not exists (select from work_checks w where w.merchant_id = ${scope.merchantId} and w.mode = ${scope.mode}
    and w.item_key = ${`${kind}:`}::text || replace(${factId}::text, '-', ''))`

/** Facts of a kind that somebody has looked at lately, as `w`; joined by its `fact_id`. */
export const lateChecks = (kind: WorkKind, { scope }: Looking, after: Date): Sql =>
  sql`(select split_part(k.item_key, ':', 2)::uuid as fact_id, k.checked_at, k.user_id from work_checks k where k.merchant_id = ${scope.merchantId} and k.mode = ${scope.mode}
    and k.checked_at > ${after} and k.item_key like ${`${kind}:%`}) w`
