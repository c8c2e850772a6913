import { addDays, formatDate, localDate } from '#domain/platform/dates'
import {
  changedPayoutTerms,
  comingPayoutTerms,
  type ComingPayoutTerms,
  isWorsePayout,
  type PayoutField,
  type PayoutTerms,
} from '#domain/money/payoutTerms'
import { formatEuros, formatPercent } from '#domain/platform/money'
import { products } from '#domain/sales/operations/states'
import type { ShopOffer } from '#domain/sales/plans/offer'
import { changedTerms, type TermsField } from '#domain/sales/plans/terms'
import { comingTerms, type ComingTerms, isWorseChange, versionsOf } from '#domain/sales/plans/termsVersions'
import { readPayoutTerms } from '../../money/ledger/payoutTerms.ts'
import { notify, type Sentence } from '../../merchants/notices/notify.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { readTermsVersions } from '../../sales/lifecycle/termsVersions.ts'

type Queued = { merchant_id: string; version_id: string; kind: 'change' | 'withdrawal'; effective_on: string }
type Telling = Pick<Services, 'database' | 'wallClock' | 'log'>

/** When the next merchant is to be notified. */
export const nextTermsNotice = (): Sql => sql`select min(n.due_at) from terms_notices n`

/** Time after which a failed notification of a merchant is tried again. */
const retryMs = 600_000

/**
 * Tells merchants whose terms a version changes, or would have changed: a notice and an e-mail to owners and admins, with each term before and after. Each in
 * a transaction of its own. Returns how many queued merchants were handled.
 */
export async function notifyTerms({ database, wallClock, log }: Telling): Promise<number> {
  for (let handled = 0; ; handled += 1) {
    const now = wallClock()
    const retryAt = new Date(now.getTime() + retryMs)
    const queued = await database.write(null, (db) =>
      db.first<Queued>(sql`update terms_notices n set due_at = ${retryAt} where (n.merchant_id, n.version_id, n.kind) = (select q.merchant_id, q.version_id, q.kind
        from terms_notices q where q.due_at <= ${now} order by q.due_at, q.merchant_id limit 1 for update skip locked) returning n.merchant_id, n.version_id, n.kind, n.effective_on`),
    )
    if (!queued) return handled
    try {
      await database.write(null, (db) => notifyMerchant(db, queued, now))
    } catch (error) {
      log('error', 'terms_notice_failed', { merchant: queued.merchant_id }, error)
    }
  }
}

async function notifyMerchant(db: Connection, queued: Queued, now: Date): Promise<void> {
  const { merchant_id: merchantId, version_id: versionId, kind } = queued
  const taken = await db.run(
    sql`delete from terms_notices n where n.merchant_id = ${merchantId} and n.version_id = ${versionId} and n.kind = ${kind}`,
  )
  if (taken === 0) return
  const shop = await db.first<{ name: string }>(sql`select m.name from merchants m where m.id = ${merchantId}`)
  const effectiveOn = localDate(queued.effective_on)
  const scope = mintScope(merchantId, 'live')
  await withScope(db, scope, async () => {
    const versions = await readTermsVersions(db, scope, versionId)
    const changes = products.flatMap((product) =>
      comingTerms(versionsOf(versions, product), addDays(effectiveOn, -1)).filter((change) => change.effectiveOn === effectiveOn),
    )
    const { versions: paid } = await readPayoutTerms(db, merchantId, versionId)
    const payout = comingPayoutTerms(paid, addDays(effectiveOn, -1)).find((change) => change.effectiveOn === effectiveOn)
    if (changes.length === 0 && !payout) return
    const values = [
      { key: 'shop', value: shop?.name ?? '' },
      { key: 'day', value: formatDate(effectiveOn) },
    ]
    const shared = { about: { merchantId }, actionUrl: null, roles: ['owner', 'admin'], byMail: true, now } as const
    if (kind === 'withdrawal') notify(db, { ...shared, type: 'terms_kept', level: 'info', values })
    else {
      const isWorse = changes.some(isWorseChange) || (payout !== undefined && isWorsePayout(payout.before, payout.after))
      const sentences = [...changes.flatMap(sentencesOf), ...(payout ? payoutSentences(payout) : [])]
      notify(db, {
        ...shared,
        type: 'terms_changing',
        level: isWorse ? 'warning' : 'info',
        values: [...values, { key: 'what', said: sentences }],
      })
    }
  })
}

/** A product's changes in words. */
function sentencesOf({ before, after }: ComingTerms): Sentence[] {
  const product = { of: `prices.notice.${after.terms.product}` }
  if (!after.enabled) return [product, { of: 'prices.notice.off' }]
  const on = before.enabled ? [] : [{ of: 'prices.notice.on' }]
  const fields = changedTerms(before.terms, after.terms).map((field) => ({
    of: `prices.notice.${field}`,
    values: { before: shownTerm(field, before.terms), after: shownTerm(field, after.terms) },
  }))
  return [product, ...on, ...fields]
}

function shownTerm(field: TermsField, terms: ShopOffer): string {
  switch (field) {
    case 'feeRate':
    case 'tin':
    case 'openingFeeRate':
      return formatPercent(terms[field])
    case 'feeFixedCents':
    case 'minCents':
    case 'maxCents':
      return formatEuros(terms[field])
    case 'instalmentsAllowed':
      return terms.instalmentsAllowed.join(', ')
    default:
      return ''
  }
}

/** A change of how a shop is paid, in words. */
const payoutSentences = ({ before, after }: ComingPayoutTerms): Sentence[] => [
  { of: 'prices.notice.payout' },
  ...changedPayoutTerms(before, after).map((field) => payoutSentence(field, before, after)),
]

function payoutSentence(field: PayoutField, before: PayoutTerms, after: PayoutTerms): Sentence {
  switch (field) {
    case 'frequency':
      return { of: `prices.notice.frequency.${after.frequency}` }
    case 'reserve':
      return after.reserve.rate === 0
        ? { of: 'prices.notice.noReserve' }
        : {
            of: 'prices.notice.reserve',
            values: {
              before: formatPercent(before.reserve.rate),
              after: formatPercent(after.reserve.rate),
              days: String(after.reserve.days),
            },
          }
    default:
      return after.minimumFeeCents === 0
        ? { of: 'prices.notice.noMinimumFee' }
        : {
            of: 'prices.notice.minimumFee',
            values: { before: formatEuros(before.minimumFeeCents), after: formatEuros(after.minimumFeeCents) },
          }
  }
}
