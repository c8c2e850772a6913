import { madridDay } from '#domain/platform/dates'
import type { Download, Handler } from '../../platform/calls/call.ts'
import { speaking } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { contractPage } from './contractPage.ts'
import { look, notNow } from './enter.ts'
import { chosenPlan } from './planOffers.ts'
import { mayTake } from './whereabouts.ts'

/**
 * The standard European information before signing (Directive (EU) 2023/2225, art. 10), the contract afterwards (art. 21), as a page to keep.
 * It names the customer for the browser that entered the code alone. Refuses with StepNotAllowed before a plan is chosen.
 */
export const checkoutContract: Handler<'checkoutContract'> = async (call): Promise<Download> => {
  const { sale, place } = await look(call)
  if (!mayTake('contract', place)) throw notNow(place, 'contract')
  const { brand } = call.services.config
  const signed = place.status === 'approved'
  const agreed = {
    sale,
    plan: chosenPlan(sale, call.now),
    lender: { name: brand.legalName, email: brand.supportEmail, phone: brand.supportPhone },
    signedAt: signed ? (sale.verifiedAt ?? sale.confirmedAt) : null,
    isNamed: place.device === 'this',
    today: madridDay(call.now),
    sandbox: call.scope.mode === 'sandbox',
  }
  // What binds is one text, whatever language the page is read in (decision 0023).
  const html = speaking('es', () => contractPage(agreed))
  const name = `${signed ? 'contrato' : 'informacion'}-${hexOf(sale.checkoutId).slice(0, 8)}.html`
  return { download: onePiece(html), fileName: name, mediaType: 'text/html; charset=utf-8' }
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text
}
