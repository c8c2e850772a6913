import type { ListVersionView, OwnVersionView } from '#contract/provider/prices'
import { madridDay } from '#domain/platform/dates'
import type { OwnPayoutTerms, PayoutTerms } from '#domain/money/payoutTerms'
import { products } from '#domain/sales/operations/states'
import { versionInForce } from '#domain/sales/plans/termsVersions'
import type { Services } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { agreedOf, ownPayoutShown, payoutShown } from './termsWire.ts'
import type { StoredVersion } from './versionRows.ts'

/** The versions that hold today for at least one of their products, or for how shops are paid. */
function inForceToday(versions: readonly StoredVersion[], now: Date): Set<StoredVersion> {
  const valid = versions.filter(({ withdrawnAt }) => withdrawnAt === null)
  const inForce = products.map((product) =>
    versionInForce(
      valid.filter((version) => version.products.some((one) => one.product === product)),
      madridDay(now),
    ),
  )
  const paid = versionInForce(
    valid.filter((version) => version.payout !== null),
    madridDay(now),
  )
  return new Set([...inForce, paid].filter((version) => version !== undefined))
}

const shared = ({ id, effectiveOn, proposedAt, proposedBy, proposedByKey, withdrawnAt, withdrawnBy }: StoredVersion) => ({
  id: hexOf(id),
  effectiveOn,
  proposedAt: proposedAt.toISOString(),
  proposedBy,
  proposedByKey,
  withdrawnAt: withdrawnAt?.toISOString() ?? null,
  withdrawnBy,
})

type State = ListVersionView['state']

function withStates<Payout extends OwnPayoutTerms>(
  versions: readonly StoredVersion<Payout>[],
  now: Date,
): (StoredVersion<Payout> & { state: State })[] {
  const current = inForceToday(versions, now)
  const stateOf = (version: StoredVersion): State => {
    if (version.withdrawnAt !== null) return 'withdrawn'
    if (version.effectiveOn > madridDay(now)) return 'coming'
    return current.has(version) ? 'in_force' : 'past'
  }
  return versions.map((version) => ({ ...version, state: stateOf(version) }))
}

/** Versions of the price list as the console shows them. */
export const listVersionsShown = (versions: readonly StoredVersion<PayoutTerms>[], now: Date): ListVersionView[] =>
  withStates(versions, now).map(({ state, ...version }) => ({
    ...shared(version),
    state,
    products: version.products.flatMap(({ product, terms }) => (terms ? [{ product, terms: agreedOf(terms) }] : [])),
    payout: version.payout && payoutShown(version.payout),
  }))

/** Versions of a merchant's own terms as the console shows them. */
export const ownVersionsShown = (versions: readonly StoredVersion[], now: Date): OwnVersionView[] =>
  withStates(versions, now).map(({ state, ...version }) => ({
    ...shared(version),
    state,
    products: version.products.map(({ product, enabled, terms }) => ({ product, enabled, terms: terms && agreedOf(terms) })),
    payout: version.payout && ownPayoutShown(version.payout),
  }))

/** What the form of a proposal checks before it is sent. */
export const boundsOf = ({ config }: Services, now: Date) => ({
  today: madridDay(now),
  noticeDays: config.terms.noticeDays,
  maxTae: config.terms.maxTae,
})
