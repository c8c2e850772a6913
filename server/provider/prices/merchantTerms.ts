import type { ConsoleApi } from '#contract/consoleApi'
import type { AnswerOf, BodyOf } from '#contract/platform/endpoint'
import { madridDay, type LocalDate } from '#domain/platform/dates'
import { comingPayoutTerms, ownPayoutTermsOn, payoutTermsOn, type OwnPayoutTerms, type PayoutVersions } from '#domain/money/payoutTerms'
import { allTermsInForce, comingTerms, termsInForce, versionsOf } from '#domain/sales/plans/termsVersions'
import { readPayoutTerms } from '../../money/ledger/payoutTerms.ts'
import { actorColumns, type Actor } from '../../platform/calls/actor.ts'
import type { Services } from '../../platform/calls/call.ts'
import {
  type ConsoleHandler,
  type ConsoleHandlerCall,
  type Described,
  type StaffChange,
  withSecondPerson,
} from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { newId } from '../../platform/database/newId.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { readTermsVersions } from '../../sales/lifecycle/termsVersions.ts'
import { queueNotice, withdrawNotices } from './noticeQueue.ts'
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
import { type Merchant, readMerchant } from './readMerchant.ts'
import { agreedOf, ownPayoutShown, payoutShown, proposedPayout, proposedTerms } from './termsWire.ts'
import { auditedVersion, readOwnHistory, type StoredVersion, writeOwnPayout, writeOwnProducts } from './versionRows.ts'
import { boundsOf, ownVersionsShown } from './versionsShown.ts'

/** Agreed terms hold in both modes, so that test mode sells as the shop does. They are shown from live mode. */
const bothModes = ['live', 'sandbox'] as const
const live = (merchantId: string): Scope => mintScope(merchantId, 'live')

type TermsCall = { db: Connection; params: { merchantId: string }; services: Services; now: Date }

/** The terms of a merchant: what holds, what is coming, and what was agreed when and by whom. */
export async function readMerchantTerms({ db, params, services, now }: TermsCall): Promise<AnswerOf<ConsoleApi['consoleTerms']>> {
  const merchant = await readMerchant(db, params.merchantId)
  const scope = live(merchant.id)
  const [versions, history] = await services.database.read(scope, (own) =>
    Promise.all([readTermsVersions(own, scope), readOwnHistory(own, scope)]),
  )
  const { versions: payout } = await readPayoutTerms(db, merchant.id)
  const today = madridDay(now)
  return {
    merchant: { id: hexOf(merchant.id), name: merchant.name },
    products: allTermsInForce(versions, today).map(({ terms, enabled, isOwn }) => ({
      product: terms.product,
      enabled,
      isOwn,
      terms: agreedOf(terms),
      coming: comingTerms(versionsOf(versions, terms.product), today).map(({ effectiveOn, after }) => ({
        effectiveOn,
        enabled: after.enabled,
        isOwn: after.isOwn,
        terms: agreedOf(after.terms),
      })),
    })),
    payout: {
      terms: payoutShown(payoutTermsOn(payout, today)),
      own: ownPayoutShown(ownPayoutTermsOn(payout, today)),
      coming: comingPayoutTerms(payout, today).map(({ effectiveOn, after }) => ({
        effectiveOn,
        terms: payoutShown(after),
        own: ownPayoutShown(ownPayoutTermsOn(payout, effectiveOn)),
      })),
    },
    versions: ownVersionsShown(history, now),
    ...boundsOf(services, now),
  }
}

export const consoleTerms: ConsoleHandler<'consoleTerms'> = (call) => readMerchantTerms(call)

const lockTerms = (db: Connection, { id }: Merchant) => db.send(sql`select pg_advisory_xact_lock(hashtextextended(${`terms/${id}`}, 0))`)

/** Terms proposed for a merchant. */
type Proposal = TermsCall & { body: BodyOf<ConsoleApi['consoleTermsPropose']> }

/** The proposed changes. Refuses with ObjectNotFoundException, ApiValidationException and TermsNotAllowed. */
async function readProposal({ db, params, body, services, now }: Proposal) {
  const effectiveOn = startDay(body.effectiveOn)
  const products = proposedTerms(body.products, services)
  const merchant = await readMerchant(db, params.merchantId)
  lockTerms(db, merchant)
  const scope = live(merchant.id)
  const versions = await withScope(db, scope, () => readTermsVersions(db, scope))
  if (new Set(products.map(({ product }) => product)).size < products.length) throw new Refusal('TermsNotAllowed', { why: 'twice' })
  const changes = products.flatMap((proposed): ProposedChange[] => {
    const { list, own } = versionsOf(versions, proposed.product)
    if (own.some((one) => one.effectiveOn === effectiveOn)) throw new Refusal('TermsNotAllowed', { why: 'taken' })
    const after = termsInForce(list, [...own, { ...proposed, effectiveOn }], effectiveOn)
    return after ? [{ before: termsInForce(list, own, dayBefore(effectiveOn)), after }] : []
  })
  const payout = body.payout && proposedPayout(body.payout)
  const { versions: paid } = await readPayoutTerms(db, merchant.id)
  const proposal: Proposed = { products: changes, payout: payout ? payoutChange(paid, payout, effectiveOn) : null }
  assertStart(effectiveOn, proposal, { now, noticeDays: services.config.terms.noticeDays })
  return { merchant, effectiveOn, products, payout: payout ?? null, proposal }
}

/** How a merchant is paid before and from a day. Refuses with TermsNotAllowed a day that has such a version. */
function payoutChange(versions: PayoutVersions, payout: OwnPayoutTerms, effectiveOn: LocalDate): PayoutChange {
  if (versions.own.some((one) => one.effectiveOn === effectiveOn)) throw new Refusal('TermsNotAllowed', { why: 'taken' })
  const after = { ...versions, own: [...versions.own, { effectiveOn, terms: payout }] }
  const day = dayBefore(effectiveOn)
  return {
    before: { terms: payoutTermsOn(versions, day), own: ownPayoutTermsOn(versions, day) },
    after: { terms: payoutTermsOn(after, effectiveOn), own: payout },
  }
}

const entryOf = ({ id, accountId }: Merchant, entityId: string) => ({ entity: 'terms', entityId, accountId, merchantId: id })

/** What proposed terms change. */
export async function describeTerms(proposal: Proposal): Promise<Described> {
  const { merchant, effectiveOn, proposal: change } = await readProposal(proposal)
  return { ...entryOf(merchant, merchant.id), ...shownChange(effectiveOn, change) }
}

/** Terms agreed with one merchant, from a future midnight and in both modes. The merchant is told. */
export async function agreeTerms(proposal: Proposal & { by: Actor; audit: (change: StaffChange) => void }): Promise<{ id: string }> {
  const { db, now, audit } = proposal
  const { merchant, effectiveOn, products, payout, proposal: change } = await readProposal(proposal)
  const id = newId(now)
  const { staffId = null, keyId = null } = actorColumns(proposal.by)
  const by = { staffId, keyId }
  for (const mode of bothModes) {
    const scope = mintScope(merchant.id, mode)
    await withScope(db, scope, async () => writeOwnProducts(db, scope, { id, effectiveOn, products, by, now }))
  }
  writeOwnPayout(db, merchant.id, { id, effectiveOn, payout, by, now })
  queueNotice(db, { versionId: id, merchantId: merchant.id, effectiveOn, now })
  audit({ ...entryOf(merchant, id), ...shownChange(effectiveOn, change) })
  return { id: hexOf(id) }
}

export const consoleTermsPropose = withSecondPerson<'consoleTermsPropose'>(
  (call) => describeTerms(call),
  (call) => agreeTerms({ ...call, by: call.staff }),
)

/** A version that can be withdrawn: it has not begun. Refuses with ObjectNotFoundException and TermsNotAllowed. */
async function findComing({ db, params, now }: ConsoleHandlerCall<'consoleTermsWithdraw'>) {
  const id = idFrom(params.versionId)
  const merchant = await readMerchant(db, params.merchantId)
  lockTerms(db, merchant)
  const scope = live(merchant.id)
  const version = await withScope(db, scope, async () => (await readOwnHistory(db, scope)).find((one) => one.id === id))
  if (!version) throw notFound(params.versionId)
  assertWithdrawable(version, now)
  return { merchant, version }
}

const withdrawal = (merchant: Merchant, version: StoredVersion) => ({
  ...entryOf(merchant, version.id),
  before: auditedVersion(version),
  after: null,
})

/** Withdraws agreed terms that have not begun. The merchant is notified if it was notified of the terms. */
export const consoleTermsWithdraw = withSecondPerson<'consoleTermsWithdraw'>(
  async (call) => {
    const { merchant, version } = await findComing(call)
    return withdrawal(merchant, version)
  },
  async (call) => {
    const { db, staff, now, audit } = call
    const { merchant, version } = await findComing(call)
    for (const mode of bothModes) {
      const scope = mintScope(merchant.id, mode)
      await withScope(db, scope, async () =>
        db.send(sql`update merchant_terms t set withdrawn_at = ${now}, withdrawn_by = ${staff.staffId}
          where ${inScope(scope, 't')} and t.id = ${version.id}`),
      )
    }
    db.send(sql`update merchant_payout_terms t set withdrawn_at = ${now}, withdrawn_by = ${staff.staffId}
      where t.merchant_id = ${merchant.id} and t.id = ${version.id}`)
    await withdrawNotices(db, { versionId: version.id, effectiveOn: version.effectiveOn, merchantId: merchant.id, now })
    audit(withdrawal(merchant, version))
  },
)
