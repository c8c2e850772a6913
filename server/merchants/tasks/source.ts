import type { CallName } from '#contract/index'
import type { WorkKind } from '#domain/merchants/inbox'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { customerName } from '../../sales/lifecycle/customerName.ts'

/**
 * Who reads the inbox, of which shop and mode, and when. `may`: whether they may make a call, by role and withheld rights. `now` is the
 * shop clock, `present` the wall clock, by which people, keys, reports and webhooks are stamped.
 */
export type InboxReader = { scope: Scope; accountId: string; userId: string; may: (call: CallName) => boolean; now: Date; present: Date }

/** An open item as its source finds it. Columns of every `open` query. */
export type OpenRow = {
  /** The item's own id: with its kind, its key. */
  fact_id: string
  /** The object that its button opens. */
  object_id: string
  subject: string
  reference: string | null
  amount_cents: bigint | null
  deadline: Date | null
  since: Date
}

/** A solved item. Columns of every `ended` query. */
export type EndedRow = Omit<OpenRow, 'deadline' | 'since'> & { at: Date; way: 'person' | 'customer' | 'clock'; by: string | null }

/**
 * The source of one kind of item: current state, so that no item outlives its cause. A new kind needs a source in a file beside this one, a row
 * in `sources.ts`, its name in `domain/merchants/inbox.ts` and `contract/merchants/inbox.ts`, and its messages.
 */
export type Source = {
  /** The call that solves it: a person who may not make it does not see the item. */
  right: CallName
  /** Open items, most urgent first, at most `maxOpen` and one more. */
  open(db: Connection, reader: InboxReader): Promise<OpenRow[]>
  /** Items solved after an instant, latest first. May include items that are open again or in part: `derive` leaves those out. */
  ended(db: Connection, reader: InboxReader, after: Date): Promise<EndedRow[]>
}

/** How many items of a kind are listed. */
export const maxOpen = 100
/** How many solved items of a kind are listed. */
export const maxEnded = 20

/** An operation `o` as subject, in the reader's language. */
export const ofOperation = (): Sql => sql`o.id as object_id, ${customerName()} as subject, o.mid as reference`

/** SQL that is true unless somebody has marked an item of a kind as checked. */
export const notChecked = (kind: WorkKind, factId: Sql, { scope }: InboxReader): Sql =>
  sql`not exists (select from task_checks w where ${inScope(scope, 'w')}
    and w.item_key = ${`${kind}:`}::text || replace(${factId}::text, '-', ''))`

/** Items of a kind marked as checked lately, as `w`; joined by its `fact_id`. */
export const lateChecks = (kind: WorkKind, { scope }: InboxReader, after: Date): Sql =>
  sql`(select split_part(k.item_key, ':', 2)::uuid as fact_id, k.checked_at, k.user_id from task_checks k where ${inScope(scope, 'k')}
    and k.checked_at > ${after} and k.item_key like ${`${kind}:%`}) w`
