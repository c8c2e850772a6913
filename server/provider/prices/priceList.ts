import type { LocalDate } from '#domain/platform/dates'
import { termsInForce, type ListVersion } from '#domain/sales/plans/termsVersions'
import { payoutTermsOn, type PayoutTerms } from '#domain/money/payoutTerms'
import { type ConsoleHandler, type ConsoleHandlerCall, withSecondPerson } from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { queueListNotices, withdrawNotices } from './noticeQueue.ts'
import {
  assertStart,
  assertWithdrawable,
  dayBefore,
  type PayoutChange,
  type Proposed,
  type ProposedChange,
  shownChange,
  startDay,
} from './proposals.ts'
import { assertTerms, offerOf, proposedPayout } from './termsWire.ts'
import { auditedVersion, readListHistory, writeListVersion, type StoredVersion } from './versionRows.ts'
import { boundsOf, listVersionsShown } from './versionsShown.ts'

/** Every version of the price list, and what a new one is checked by. */
export const consolePriceList: ConsoleHandler<'consolePriceList'> = async ({ db, services, now }) => ({
  versions: listVersionsShown(await readListHistory(db), now),
  ...boundsOf(services, now),
})

/** Versions are entered one after another: two on one day would contradict each other. */
const lockList = (db: Connection) => db.send(sql`select pg_advisory_xact_lock(hashtextextended('price-list', 0))`)

const validVersions = (history: readonly StoredVersion[]): ListVersion[] =>
  history
    .filter(({ withdrawnAt }) => withdrawnAt === null)
    .flatMap(({ effectiveOn, products }) => products.flatMap(({ terms }) => (terms ? [{ effectiveOn, terms }] : [])))

/** The proposed changes of the list. Refuses with ApiValidationException and TermsNotAllowed. */
async function readProposal({ db, body, services, now }: ConsoleHandlerCall<'consolePriceListPropose'>) {
  const effectiveOn = startDay(body.effectiveOn)
  const proposed = body.products.map(({ product, terms }) => offerOf(product, terms))
  assertTerms(proposed, services.config.terms.maxTae)
  const payout = body.payout && proposedPayout(body.payout)
  lockList(db)
  const history = await readListHistory(db)
  const list = validVersions(history)
  assertDayIsFree(
    list,
    proposed.map(({ product }) => product),
    effectiveOn,
  )
  const changes = proposed.map((terms): ProposedChange => ({
    before: termsInForce(
      list.filter((one) => one.terms.product === terms.product),
      [],
      dayBefore(effectiveOn),
    ),
    after: { terms, enabled: true, isOwn: false },
  }))
  const proposal: Proposed = { products: changes, payout: payout ? payoutChange(history, payout, effectiveOn) : null }
  assertStart(effectiveOn, proposal, { now, noticeDays: services.config.terms.noticeDays })
  return { effectiveOn, proposal }
}

/** How shops are paid before and from a day. Refuses with TermsNotAllowed a day that has such a version. */
function payoutChange(history: readonly StoredVersion<PayoutTerms>[], payout: PayoutTerms, effectiveOn: LocalDate): PayoutChange {
  const list = history.flatMap((one) =>
    one.payout && one.withdrawnAt === null ? [{ effectiveOn: one.effectiveOn, terms: one.payout }] : [],
  )
  if (list.some((one) => one.effectiveOn === effectiveOn)) throw new Refusal('TermsNotAllowed', { why: 'taken' })
  const before = payoutTermsOn({ list, own: [] }, dayBefore(effectiveOn))
  return { before: { terms: before, own: null }, after: { terms: payout, own: null } }
}

function assertDayIsFree(list: readonly ListVersion[], products: readonly string[], effectiveOn: LocalDate): void {
  if (new Set(products).size < products.length) throw new Refusal('TermsNotAllowed', { why: 'twice' })
  if (list.some((one) => one.effectiveOn === effectiveOn && products.includes(one.terms.product)))
    throw new Refusal('TermsNotAllowed', { why: 'taken' })
}

/** A new version of the price list from a future midnight. Merchants whose terms it changes are told. */
export const consolePriceListPropose = withSecondPerson<'consolePriceListPropose'>(
  async (call) => {
    const { effectiveOn, proposal } = await readProposal(call)
    return { entity: 'price_list', entityId: null, ...shownChange(effectiveOn, proposal) }
  },
  async (call) => {
    const { db, staff, now, audit } = call
    const { effectiveOn, proposal } = await readProposal(call)
    const id = newId(now)
    const products = proposal.products.map(({ after: { terms } }) => ({ product: terms.product, enabled: true, terms }))
    const payout = proposal.payout?.after.terms ?? null
    writeListVersion(db, { id, effectiveOn, products, payout, by: { staffId: staff.staffId, keyId: null }, now })
    queueListNotices(db, { versionId: id, effectiveOn, now })
    audit({ entity: 'price_list', entityId: id, ...shownChange(effectiveOn, proposal) })
    return { id: hexOf(id) }
  },
)

/** A version that can be withdrawn: it has not begun. Refuses with ObjectNotFoundException and TermsNotAllowed. */
async function findComing({ db, params, now }: ConsoleHandlerCall<'consolePriceListWithdraw'>): Promise<StoredVersion<PayoutTerms>> {
  const id = idFrom(params.versionId)
  lockList(db)
  const found = (await readListHistory(db)).find((version) => version.id === id)
  if (!found) throw notFound(params.versionId)
  assertWithdrawable(found, now)
  return found
}

const withdrawal = (version: StoredVersion) => ({
  entity: 'price_list',
  entityId: version.id,
  before: auditedVersion(version),
  after: null,
})

/** Withdraws a version that has not begun. Merchants who were notified of it are notified of the withdrawal. */
export const consolePriceListWithdraw = withSecondPerson<'consolePriceListWithdraw'>(
  async (call) => withdrawal(await findComing(call)),
  async (call) => {
    const { db, staff, now, audit } = call
    const version = await findComing(call)
    db.send(sql`update price_lists set withdrawn_at = ${now}, withdrawn_by = ${staff.staffId} where id = ${version.id}`)
    db.send(sql`update price_list_payout_terms set withdrawn_at = ${now}, withdrawn_by = ${staff.staffId} where id = ${version.id}`)
    await withdrawNotices(db, { versionId: version.id, effectiveOn: version.effectiveOn, merchantId: null, now })
    audit(withdrawal(version))
  },
)
