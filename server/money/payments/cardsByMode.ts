import type { Mode } from '../../platform/database/scope.ts'
import type { AccountInformation } from './accountInformation.ts'
import type { PaymentProvider } from './cardProvider.ts'
import type { IdentityProvider } from './identityProvider.ts'

/** The card provider of live sales, and the simulated one for those in test mode, as one. Notifications are the live provider's. */
export function cardsByMode(live: PaymentProvider, sandbox: PaymentProvider): PaymentProvider {
  const of = (mode: Mode) => (mode === 'live' ? live : sandbox)
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
      find: (dispute) => of(dispute.mode).disputes.find(dispute),
      list: (query) => of(query.mode).disputes.list(query),
      submit: (evidence) => of(evidence.mode).disputes.submit(evidence),
      accept: (dispute) => of(dispute.mode).disputes.accept(dispute),
    },
    balance: { list: (query) => of(query.mode).balance.list(query) },
    verifyNotification: (request) => live.verifyNotification(request),
    readNotification: (notification) => live.readNotification(notification),
  }
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
