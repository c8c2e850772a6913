import { addDays, daysBetween, type LocalDate, madridDay } from '../../platform/dates.ts'
import { products, type Product } from '../operations/states.ts'
import type { ShopOffer } from './offer.ts'
import { changedTerms, worseTerms } from './terms.ts'

/** A version of the price list for one product: in force from the midnight in Madrid at which `effectiveOn` begins until the next version's. */
export interface ListVersion {
  effectiveOn: LocalDate
  terms: ShopOffer
}

/** A version of a merchant's own terms for one product, dated alike. `terms`: null for those of the price list; not `enabled`: the product is not sold. */
export interface OwnVersion {
  product: Product
  effectiveOn: LocalDate
  enabled: boolean
  terms: ShopOffer | null
}

/** What is sold in a merchant and mode: every version of the price list, and the merchant's own ones over it. In any order. */
export interface TermsVersions {
  list: readonly ListVersion[]
  own: readonly OwnVersion[]
}

/** Terms of one product on a day; `isOwn`: agreed with the merchant instead of the price list's. */
export interface TermsInForce {
  terms: ShopOffer
  enabled: boolean
  isOwn: boolean
}

/** The version that is in force on a day: the last one that began by then. */
export function versionInForce<V extends { effectiveOn: LocalDate }>(versions: readonly V[], day: LocalDate): V | undefined {
  let found: V | undefined
  for (const version of versions)
    if (version.effectiveOn <= day && (found === undefined || version.effectiveOn > found.effectiveOn)) found = version
  return found
}

/**
 * The terms of a product in force on a day of Madrid: the merchant's own where it has any, else the price list's (docs/domain.md#price-list). `list` and `own`
 * are versions of that product. Null before the first version.
 */
export function termsInForce(list: readonly ListVersion[], own: readonly OwnVersion[], day: LocalDate): TermsInForce | null {
  const agreed = versionInForce(own, day)
  const terms = agreed?.terms ?? versionInForce(list, day)?.terms
  return terms ? { terms, enabled: agreed?.enabled ?? true, isOwn: agreed?.terms != null } : null
}

/** The versions of one product. */
export const versionsOf = ({ list, own }: TermsVersions, product: Product): TermsVersions => ({
  list: list.filter((one) => one.terms.product === product),
  own: own.filter((one) => one.product === product),
})

/** The terms of every product in force on a day, in the order of `products`. */
export function allTermsInForce(versions: TermsVersions, day: LocalDate): TermsInForce[] {
  return products.flatMap((product) => {
    const { list, own } = versionsOf(versions, product)
    return termsInForce(list, own, day) ?? []
  })
}

/** What is sold at an instant: the terms in force on its day in Madrid. */
export const offersAt = (versions: TermsVersions, at: Date): ShopOffer[] =>
  allTermsInForce(versions, madridDay(at)).flatMap(({ terms, enabled }) => (enabled ? [terms] : []))

/** A change of a product's terms that begins after a day. `before` is what was in force on the day before it. */
export interface ComingTerms {
  effectiveOn: LocalDate
  before: TermsInForce
  after: TermsInForce
}

/** The changes of a product's terms after a day, in order; versions that change nothing for this merchant are none. */
export function comingTerms({ list, own }: TermsVersions, day: LocalDate): ComingTerms[] {
  const days = new Set([...list, ...own].map(({ effectiveOn }) => effectiveOn).filter((effectiveOn) => effectiveOn > day))
  return [...days].toSorted().flatMap((effectiveOn) => {
    const before = termsInForce(list, own, addDays(effectiveOn, -1))
    const after = termsInForce(list, own, effectiveOn)
    return before && after && isChange(before, after) ? [{ effectiveOn, before, after }] : []
  })
}

const isChange = (before: TermsInForce, after: TermsInForce): boolean =>
  before.enabled !== after.enabled || (after.enabled && changedTerms(before.terms, after.terms).length > 0)

/** Whether a change makes anything worse for the merchant or its customers. */
export const isWorseChange = ({ before, after }: Pick<ComingTerms, 'before' | 'after'>): boolean =>
  (before.enabled && !after.enabled) || (after.enabled && worseTerms(before.terms, after.terms).length > 0)

/** The first day on which a change announced on `today` may begin: a future midnight; `noticeDays` later when it makes anything worse. */
export const earliestStart = (today: LocalDate, worse: boolean, noticeDays: number): LocalDate =>
  addDays(today, worse ? Math.max(1, noticeDays) : 1)

/** Whether a version can still be withdrawn: until the midnight at which it begins. */
export const isWithdrawable = ({ effectiveOn }: { effectiveOn: LocalDate }, now: Date): boolean =>
  daysBetween(madridDay(now), effectiveOn) > 0
