import { type CallBeforeTransaction, withPreparation, type Call, type Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { readCardOrPage, type GivenCard, storeCard, storeSetup, verifyCard } from './card.ts'
import { show } from './show.ts'
import { checkStep, lockForStep } from './step.ts'

/** Replaces the card that pays the instalments. Refuses with CardDeclined, and with StepNotAllowed while the present one is being charged. */
export const checkoutNewCard: Handler<'checkoutNewCard'> = withPreparation(
  readNewCard,
  async (call: Call<'checkoutNewCard'>, cardOrPage) => {
    const { db, scope, now, services, audit } = call
    const { sale } = await lockForStep(call, 'newCard')
    storeSetup(db, scope, sale.checkoutId, 'page' in cardOrPage ? cardOrPage.page : null)
    if ('page' in cardOrPage) return show(call)
    if (await isCharging(call, sale.operationId)) throw new Refusal('StepNotAllowed', { why: 'charging' })
    storeCard(db, scope, { operationId: sale.operationId, provider: services.payments.cards.name, card: cardOrPage.card, now })
    touchCheckout(db, scope, sale.operationId)
    audit({ entity: 'checkout', entityId: sale.checkoutId, after: { card: cardOrPage.card.brand } })
    return show(call)
  },
)

async function readNewCard(call: CallBeforeTransaction<'checkoutNewCard'>): Promise<GivenCard> {
  const { sale } = await checkStep(call, 'newCard')
  const cardOrPage = await readCardOrPage(call, sale, call.body.token)
  if ('card' in cardOrPage) await verifyCard(call, sale, cardOrPage.card)
  return cardOrPage
}

const isCharging = async ({ db, scope }: Call<'checkoutNewCard'>, operationId: string): Promise<boolean> =>
  (await db.first(sql`select from charges c where ${inScope(scope, 'c')} and c.operation_id = ${operationId} and c.state = 'asked'`)) !==
  undefined
