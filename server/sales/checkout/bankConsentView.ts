import type { BankConsentView } from '#contract/sales/checkout'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { authenticateBankLink, MOST_TRIES, type OpenConsent } from './authenticateBankLink.ts'

/** A bank check as its customer sees it: who asks, for how much, and how it stands. */
export const bankConsentView: Handler<'bankConsentView'> = async ({ services, params, http }) =>
  consentShown(await authenticateBankLink(services, params.consentId, http.bearer))

export const consentShown = ({ id, mode, shop, amountCents, status, error, tries, expiresAt }: OpenConsent): BankConsentView => ({
  consentId: hexOf(id),
  sandbox: mode === 'sandbox',
  shop,
  amount: amountCents,
  status,
  error: status === 'confirmed' ? null : error,
  expiresAt: expiresAt.toISOString(),
  triesLeft: Math.max(0, MOST_TRIES - tries),
})
