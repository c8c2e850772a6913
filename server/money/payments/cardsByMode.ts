import type { Mode } from '../../platform/database/scope.ts'
import type { AccountInformation } from './accountInformation.ts'
import type { CardAdapter, CardDisputes, PaymentProvider } from './cardProvider.ts'
import type { IdentityProvider } from './identityProvider.ts'

/** The card provider of live sales, and the simulated one for those in test mode, as one. Notifications are the live provider's. */
export function cardsByMode(live: CardAdapter, sandbox: PaymentProvider): PaymentProvider {
  const of = (mode: Mode) => (mode === 'live' ? live : sandbox)
  const disputesOf = (mode: Mode) => of(mode).disputes ?? noDisputes
  const { balance } = live
  return {
    name: live.name,
    checkAccess: () => live.checkAccess(),
    setup: (mode) => of(mode).setup(mode),
    authorise: (request) => of(request.place.mode).authorise(request),
    charge: (request) => of(request.place.mode).charge(request),
    find: (lookup) => of(lookup.place.mode).find(lookup),
    capture: (capture) => of(capture.mode).capture(capture),
    release: (release) => of(release.mode).release(release),
    cancel: (payment) => of(payment.place.mode).cancel(payment),
    refundCharge: (refund) => of(refund.place.mode).refundCharge(refund),
    findRefund: (refund) => of(refund.place.mode).findRefund(refund),
    disputes: {
      find: (dispute) => disputesOf(dispute.mode).find(dispute),
      list: (query) => disputesOf(query.mode).list(query),
      submit: (evidence) => disputesOf(evidence.mode).submit(evidence),
      accept: (dispute) => disputesOf(dispute.mode).accept(dispute),
    },
    // In test mode no money moves.
    ...(balance && { balance: { list: async (query) => (query.mode === 'live' ? balance.list(query) : []) } }),
    verifyNotification: (request) => live.verifyNotification(request),
    readNotification: (notification) => live.readNotification(notification),
  }
}

/** Of an adapter that tells of no disputes: there is never one to answer. */
const noDisputes: CardDisputes = {
  find: async () => null,
  list: async () => [],
  submit: ({ reference }) => Promise.reject(new Error(`the card provider has no dispute ${reference}`)),
  accept: ({ reference }) => Promise.reject(new Error(`the card provider has no dispute ${reference}`)),
}

/** The account-information partner of live sales, and the simulated one for those in test mode. */
export function banksByMode(live: AccountInformation, sandbox: AccountInformation): AccountInformation {
  const of = (mode: Mode) => (mode === 'live' ? live : sandbox)
  return {
    name: live.name,
    checkAccess: () => live.checkAccess(),
    start: (request) => of(request.mode).start(request),
    find: (consent) => of(consent.mode).find(consent),
    accounts: (consent) => of(consent.mode).accounts(consent),
  }
}

/** The identity partner of live sales, and the simulated one for those in test mode. Notifications are the live partner's. */
export function identityByMode(live: IdentityProvider, sandbox: IdentityProvider): IdentityProvider {
  const of = (mode: Mode) => (mode === 'live' ? live : sandbox)
  return {
    name: live.name,
    checkAccess: () => live.checkAccess(),
    way: (about) => of(about.mode).way(about),
    start: (request) => of(request.place.mode).start(request),
    answer: (given) => of(given.place.mode).answer(given),
    find: (lookup) => of(lookup.place.mode).find(lookup),
    verifyNotification: (request) => live.verifyNotification(request),
    readNotification: (notification) => live.readNotification(notification),
  }
}
