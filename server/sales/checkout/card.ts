import { randomUUID } from 'node:crypto'
import type { SavedCard } from '../../money/payments/cardProvider.ts'
import { releaseFirstPayment } from '../../money/payments/firstPayment.ts'
import { type CallBeforeTransaction, withPreparation, type Call, type Handler } from '../../platform/calls/call.ts'
import { currentLanguage } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { firstPaymentCents } from '../lifecycle/offers.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { checkoutReturnUrl } from '../messages/customerLinks.ts'
import { fieldProblem } from './identityProblems.ts'
import { chosenPlan } from './plans.ts'
import type { CardSetupPage, Sale } from './sale.ts'
import { show } from './show.ts'
import { checkStep, type CustomerCall, lockForStep } from './step.ts'

/** A card that the customer gave, or the provider's page where they still have to. */
export type GivenCard = { card: SavedCard } | { page: CardSetupPage }

/**
 * The card of a field's token, or the one given on the provider's own page, which is begun unless it is open. Asks the provider: before a transaction only.
 * Refuses an unknown token.
 */
export async function readCardOrPage(
  { services, scope }: Omit<CustomerCall, 'db'>,
  sale: Sale,
  token: string | undefined,
): Promise<GivenCard> {
  const setup = services.payments.cards.setup(scope.mode)
  if (setup.kind === 'field') {
    const card = token === undefined ? null : await setup.readToken(token)
    if (card === null) throw fieldProblem('token', 'invalid')
    return { card }
  }
  const place = { ...scope, operationId: sale.operationId }
  const earlier = sale.cardSetup
  const existing = earlier && (await setup.find({ ...earlier, place }))
  if (existing?.state === 'succeeded') return { card: existing.card }
  if (earlier && existing?.state === 'open') return { page: earlier }
  const id = randomUUID()
  const begun = await setup.begin({ id, place, returnUrl: checkoutReturnUrl(services, sale.checkoutId), language: currentLanguage() })
  return { page: { id, reference: begun.reference, url: begun.redirectUrl } }
}

/** Stores the page on which the customer gives their card; null: it is done with. */
export const storeSetup = (db: Connection, scope: Scope, checkoutId: string, page: CardSetupPage | null): void =>
  db.send(
    sql`update checkouts c set card_setup = ${page && JSON.stringify(page)}::jsonb where ${inScope(scope, 'c')} and c.id = ${checkoutId}`,
  )

/** Stores the card that pays from now on. */
export const storeCard = (
  db: Connection,
  scope: Scope,
  { operationId, provider, card, now }: { operationId: string; provider: string; card: SavedCard; now: Date },
): void =>
  db.send(sql`insert into payment_methods as p (merchant_id, mode, operation_id, provider, token, brand, last4, expires_on, created_at)
    values (${scope.merchantId}, ${scope.mode}, ${operationId}, ${provider}, ${card.token}, ${card.brand}, ${card.last4}, ${card.expiresOn}, ${now})
    on conflict (merchant_id, mode, operation_id) do update set provider = excluded.provider, token = excluded.token, brand = excluded.brand,
      last4 = excluded.last4, expires_on = excluded.expires_on, refused_at = null, created_at = excluded.created_at`)

/**
 * Stores the card that the customer gave to the provider, for the first payment and the instalments, so also when nothing is paid today; then asks its bank
 * whether it can be used. Refuses with CardDeclined, and keeps everything else.
 */
export const checkoutCard: Handler<'checkoutCard'> = withPreparation(readCard, async (call: Call<'checkoutCard'>, cardOrPage) => {
  const { db, scope, now, services, audit } = call
  const { cards } = services.payments
  const { sale } = await lockForStep(call, 'card')
  storeSetup(db, scope, sale.checkoutId, 'page' in cardOrPage ? cardOrPage.page : null)
  if ('page' in cardOrPage) return show(call)
  // A hold left by a crash was on another card.
  await releaseFirstPayment(db, scope, cards, sale.operationId)
  storeCard(db, scope, { operationId: sale.operationId, provider: cards.name, card: cardOrPage.card, now })
  touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { card: cardOrPage.card.brand } })
  return show(call)
})

async function readCard(call: CallBeforeTransaction<'checkoutCard'>): Promise<GivenCard> {
  const { body, now } = call
  const { sale } = await checkStep(call, 'card')
  const cardOrPage = await readCardOrPage(call, sale, body.token)
  if ('card' in cardOrPage && firstPaymentCents(chosenPlan(sale, now)) === 0) await verifyCard(call, sale, cardOrPage.card)
  return cardOrPage
}

/** A card given in a field is verified by itself when nothing is charged to it now; the provider's own page has done so. Refuses with CardDeclined. */
export async function verifyCard({ services, scope }: Omit<CustomerCall, 'db'>, sale: Sale, method: SavedCard): Promise<void> {
  const setup = services.payments.cards.setup(scope.mode)
  if (setup.kind !== 'field') return
  const answer = await setup.verify({ id: randomUUID(), place: { ...scope, operationId: sale.operationId }, method })
  if (answer === 'declined') throw new Refusal('CardDeclined')
}
