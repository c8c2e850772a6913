import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidOf } from '../../platform/calls/wire.ts'
import { type CreditFixture, startCreditFixture } from '../../testing/credits/creditFixture.ts'
import { ids } from '../../testing/testFixture.ts'
import { leasedEntry, sendEntry } from '../../testing/outbox/sendEntry.ts'
import { creditMessages } from './creditMessage.ts'

let fixture: CreditFixture
const emails: { to: string; subject: string; text: string }[] = []
const texts: { to: string; text: string }[] = []
beforeAll(async () => {
  fixture = await startCreditFixture()
})
afterAll(() => fixture.close())

/** Sends the newest message about an operation's credit; how it ended, with the state that the shop sees. */
async function sendNewest(operationId: string): Promise<string> {
  const [delivery] = await fixture.server.ownerSql<{ id: string }>(
    `select d.id from deliveries d join customer_credits c on c.id = d.credit_id where c.operation_id = $1 order by d.created_at desc, d.id desc limit 1`,
    [uuidOf(operationId)],
  )
  const deliveryId = delivery?.id ?? ''
  const services = {
    ...fixture.services,
    mail: async (email: (typeof emails)[number]) => void emails.push(email),
    sms: { send: async (sms: (typeof texts)[number]) => (texts.push(sms), 'sent' as const) },
  }
  const about = { kind: 'credit_message' as const, merchantId: ids.merchantA1, mode: 'live' as const, payload: { deliveryId } }
  const outcome = await sendEntry(services, creditMessages, leasedEntry({ id: deliveryId, ...about }))
  const { body } = await fixture.server.call('customerMessageList', {
    params: { merchantId: ids.merchantA1.replaceAll('-', ''), operationId },
    as: 'ownerA',
  })
  return `${outcome}, ${body[0]?.purpose} ${body[0]?.state}`
}

it('says that the money arrives only once it was sent, and to which card', async () => {
  const operationId = await fixture.sold()
  await fixture.cancel(operationId)
  await fixture.work()
  expect(await sendNewest(operationId)).toBe('sent, credit_paid sent')
  const { subject, text } = emails.at(-1) ?? { subject: '', text: '' }
  expect(subject).toContain('40,00')
  expect(text.match(/20,00\s€ a la tarjeta terminada en 1111: llega en 2–5 días/g)).toHaveLength(2)
  const { body } = await fixture.server.call('operationDetail', { params: { merchantId: ids.merchantA1.replaceAll('-', ''), operationId }, as: 'ownerA' })
  expect(body.refunds[0]?.credit).toMatchObject({ state: 'paid', onCards: 4_000, byTransfer: 0, waiting: 0 })
})

it('asks for an account by a link and says what was sent already; nothing once the account was given', async () => {
  const operationId = await fixture.sold()
  await fixture.cancel(operationId)
  let calls = 0
  fixture.cards.answers(() => (calls++ === 0 ? 'succeeded' : 'never'))
  await fixture.work()
  fixture.cards.answers(() => 'succeeded')
  expect(await sendNewest(operationId)).toBe('sent, credit_account sent')
  const { text } = emails.at(-1) ?? { text: '' }
  const { id } = await fixture.credit(operationId)
  expect(text).toMatch(/te debemos 20,00\s€/)
  expect(text).toContain(`/credit/${id.replaceAll('-', '')}#${fixture.services.tokens.linkOf('credit', id, 1)}`)
  expect(text.match(/llega en 2–5 días/g)).toHaveLength(1)
  await fixture.server.ownerSql(`update deliveries set state = 'queued' where credit_id = $1`, [id])
  await fixture.server.ownerSql(`update customer_credits set state = 'transferring' where id = $1`, [id])
  expect(await sendNewest(operationId)).toBe('withheld, credit_account not_sent')
  await fixture.server.ownerSql(`update customer_credits set state = 'needs_account' where id = $1`, [id])
})

it('writes by SMS to who has no e-mail', async () => {
  const operationId = await fixture.sold({ paid: 1, email: '', phone: '612345678' })
  await fixture.cancel(operationId)
  fixture.cards.answers(() => 'never')
  await fixture.work()
  fixture.cards.answers(() => 'succeeded')
  expect(await sendNewest(operationId)).toBe('sent, credit_account sent')
  expect(texts).toMatchObject([{ to: '612345678', text: expect.stringContaining('/credit/') }])
})
