import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { formatDate, localDate, madridDay } from '#domain/platform/dates'
import { cents, formatEuros } from '#domain/platform/money'
import { refundMessage } from '#domain/sales/operations/refundMessage'
import { shortId } from '#domain/platform/shortId'
import type { OutgoingEmail } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type As, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { customerMessages } from '../messages/customerMessage.ts'
import type { Database } from '../../platform/database/database.ts'
import { channelSettings } from '../../platform/outbox/outboxKinds.ts'
import { outboxSender } from '../../platform/outbox/sender.ts'
import { dyingAt } from '../../testing/outbox/dyingDatabase.ts'
import { leasedEntry, sendEntry } from '../../testing/outbox/sendEntry.ts'
import { sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { writeOperation } from '../../testing/operations/testOperations.ts'

// Messages to the customer about a refund.
let server: TestServer
let emails: OutgoingEmail[] = []
beforeAll(async () => void (server = await startTestServer({ proved: false })))
afterAll(() => server.close())
beforeEach(() => void (emails = []))

const post = async (refundId: string, mode: 'live' | 'sandbox' = 'live') =>
  sendEntry(
    { ...server.services, mail: async (email) => void emails.push(email) },
    customerMessages(),
    leasedEntry({ kind: 'refund_message', merchantId: ids.merchantA1, mode, payload: { deliveryId: uuidOf(refundId) ?? '' } }),
  )
const at = (operationId: string) => ({ params: { merchantId: hexOf(ids.merchantA1), operationId } })
const operation = (given = {}) =>
  writeOperation(server.database.ownerUrl, { totalCents: 60_000, email: 'ana@correo.test', mid: 'PED-7', ...given })
const messages = async (operationId: string, as: As = 'guestA', mode: 'live' | 'sandbox' = 'live') =>
  (await server.call('customerMessageList', { ...at(operationId), as, mode })).body
const receipt = (operationId: string, refundId: string, as: As = 'editorA') =>
  server.call('refundReceiptSend', { params: { ...at(operationId).params, refundId }, as })
const goOut = async () => {
  server.moveClock(21_000)
  await server.runClock()
}
/** A refund from the panel that can still be undone. */
const held = async (operationId: string, amount: number, mode: 'live' | 'sandbox' = 'live') =>
  (await server.call('operationRefund', { ...at(operationId), body: { amount }, as: 'ownerA', mode })).body.refund.id

it('a refund that went out is reported to the customer by one message, in the words that the shop read before', async () => {
  const id = await operation({ numInstalments: 6, paid: 2 })
  const { body } = await server.call('operationRefundPreview', { ...at(id), query: { amount: 20_000 }, as: 'ownerA' })
  const { customer, amount } = body.preview ?? { customer: null, amount: 0 }
  if (!customer) throw new Error('no dry run')
  const refundId = await held(id, amount)
  expect(await messages(id)).toEqual([])
  await goOut()
  expect(await messages(id)).toMatchObject([{ id: refundId, purpose: 'refund', channel: 'email', to: 'ana@correo.test' }])
  await server.ownerSql(`update deliveries set state = 'queued', done_at = null where id = $1`, [uuidOf(refundId)])
  await post(refundId)
  await post(refundId)
  expect(emails.map(({ to }) => to)).toEqual(['ana@correo.test'])
  const [shop] = await server.ownerSql<{ name: string }>('select name from merchants where id = $1', [ids.merchantA1])
  const sentence = text(`operations.message.${refundMessage(customer)}`, {
    shop: shop?.name ?? '',
    amount: formatEuros(cents(amount)),
    count: customer.instalmentsAfter,
    after: formatEuros(cents(customer.instalmentAmountAfter)),
    date: formatDate(localDate(customer.nextDueOn ?? '')),
  })
  expect(customer.instalmentsAfter).toBe(4)
  for (const words of [sentence, 'PED-7', shortId(refundId)]) expect(emails[0]?.text).toContain(words)
  expect((await messages(id))[0]).toMatchObject({ state: 'sent', problem: null })
})

it('an undone refund is not reported to the customer', async () => {
  const id = await operation()
  const refundId = await held(id, 1_000)
  await server.call('operationRefundUndo', { params: { ...at(id).params, refundId }, as: 'ownerA' })
  await goOut()
  expect(await messages(id)).toEqual([])
  expect((await receipt(id, refundId)).error).toMatchObject({ type: 'ResendNotAllowed', message: expect.stringContaining('no ha salido') })
})

it('a receipt is resent on request, at most once a minute and five times, and not by read-only users', async () => {
  const id = await operation()
  const refundId = await held(id, 1_000)
  await goOut()
  expect((await receipt(id, refundId)).error).toMatchObject({ type: 'TooManyRequests' })
  const answers: number[] = []
  for (let time = 0; time < 5; time += 1) {
    server.moveClock(61_000)
    answers.push((await receipt(id, refundId)).status)
  }
  expect(answers).toEqual([200, 200, 200, 200, 429])
  expect(await messages(id)).toHaveLength(1)
  expect((await receipt(id, refundId, 'guestA')).status).toBe(403)
  expect((await receipt(id, refundId, 'ownerB')).status).toBe(404)
})

it('a refund followed by later changes is reported with amount and date only, without the plan', async () => {
  const id = await operation({ numInstalments: 6 })
  const refundId = await held(id, 5_000)
  await goOut()
  const day = formatDate(madridDay(server.services.now()))
  server.moveClock(61_000)
  await held(id, 10_000)
  await goOut()
  await receipt(id, refundId)
  await post(refundId)
  const [email] = emails
  expect(email?.text).toContain(
    text('checkout.message.mail.refund.done', { shop: 'Tienda Gran Vía', amount: formatEuros(cents(5_000)), date: day }),
  )
  expect(email?.text).not.toMatch(/cuota|pagos quedan/)
})

it('a refund whose message cannot be sent goes out all the same, and the message is sent later, once', async () => {
  const id = await operation()
  const refundId = await held(id, 2_000)
  server.moveClock(21_000)
  let fails = true
  const services = {
    ...server.services,
    log: () => {},
    jobs: { ...server.services.jobs, send: () => Promise.reject(new Error('no queue')) },
    mail: async (email: OutgoingEmail) => {
      if (fails) throw new Error('no post')
      emails.push(email)
    },
  }
  await server.runClock(services)
  const { body } = await server.call('operationDetail', { ...at(id), as: 'ownerA' })
  expect(body.refunds.map(({ state }) => state)).toEqual(['completed'])
  expect(await messages(id)).toMatchObject([{ id: refundId, state: 'failed', problem: 'unreachable' }])
  fails = false
  await server.runClock(services)
  expect(emails).toEqual([])
  server.moveClock(61_000)
  await server.runClock(services)
  server.moveClock(86_400_000)
  await server.runClock(services)
  expect(emails.filter((email) => email.text.includes(shortId(refundId)))).toHaveLength(1)
  expect(await messages(id)).toMatchObject([{ state: 'sent', problem: null }])
})

it('a refund in sandbox sends no message: it is recorded as not sent', async () => {
  const id = await operation({ mode: 'sandbox' })
  const refundId = await held(id, 1_000, 'sandbox')
  await goOut()
  await post(refundId, 'sandbox')
  expect(emails).toEqual([])
  expect(await messages(id, 'ownerA', 'sandbox')).toMatchObject([{ state: 'not_sent', problem: 'sandbox' }])
})

it('a customer without an address gets no message, and the refusal says why a receipt cannot be sent', async () => {
  const id = await operation({ email: '' })
  const refundId = await held(id, 1_000)
  await goOut()
  expect(await messages(id)).toEqual([])
  expect((await receipt(id, refundId)).error.type).toBe('ResendNotAllowed')
})

it('a process killed at any step loses no message, sends none with another id, and the shop sees as sent what the outbox will not send again', async () => {
  const refundIds: string[] = []
  for (let nth = 0; nth < 3; nth += 1) refundIds.push(await held(await operation(), 1_000))
  await goOut()
  const condition = `id = any('{${refundIds.map(uuidOf).join()}}')`
  const stored = () =>
    server.ownerSql<{ shown: string; queue: string }>(
      `select d.state as shown, o.state as queue from deliveries d join outbox o on o.kind = 'refund_message' and o.subject = d.id::text where d.${condition}`,
    )
  for (let step = 0, died = true; died; step += 1) {
    await server.ownerSql(`with again as (update deliveries set state = 'queued', done_at = null where ${condition} returning id)
      update outbox o set state = 'pending', done_at = null, attempts = 0, due_at = '-infinity' from again where o.kind = 'refund_message' and o.subject = again.id::text`)
    const sent: string[] = []
    // Step 0: killed between sending and storing that it was sent.
    const dying = dyingAt(step || Infinity, server.services.database)
    const mail = async ({ id = '', text: words }: OutgoingEmail) => {
      sent.push(`${id} ${refundIds.find((refundId) => words.includes(shortId(refundId)))}`)
      if (step === 0) dying.kill()
    }
    const services = { ...server.services, log: () => {}, mail }
    await sendOutbox({ ...services, database: dying.database }, 'refund_message').catch(() => {})
    died = await dying.ended()
    const agree = (await stored()).filter(({ shown, queue }) => (shown === 'sent') === (queue === 'sent'))
    expect(agree, `step ${step}`).toHaveLength(3)
    server.moveClock(240_000)
    await sendOutbox(services, 'refund_message')
    expect(await stored(), `step ${step}`).toEqual(Array.from({ length: 3 }, () => ({ shown: 'sent', queue: 'sent' })))
    expect(new Set(sent).size, `step ${step}`).toBe(3)
    expect(new Set(sent.map((line) => line.split(' ')[1])), `step ${step}`).toEqual(new Set(refundIds))
    const rows = await server.ownerSql<{ id: string; subject: string }>(`select id, subject from outbox where subject = any($1)`, [
      refundIds.map(uuidOf),
    ])
    expect(new Set(sent), `step ${step}`).toEqual(new Set(rows.map(({ id, subject }) => `${id} ${hexOf(subject)}`)))
  }
})

/** Refunds that went out and whose messages are queued, of so many operations. */
async function queued(many: number): Promise<{ refundId: string; operationId: string }[]> {
  const refunds: { refundId: string; operationId: string }[] = []
  for (let nth = 0; nth < many; nth += 1) {
    const operationId = await operation()
    refunds.push({ operationId, refundId: await held(operationId, 1_000) })
  }
  await goOut()
  await server.ownerSql('truncate outbox')
  server.moveClock(61_000)
  for (const { operationId, refundId } of refunds) expect((await receipt(operationId, refundId)).status).toBe(200)
  return refunds
}
const entries = () =>
  server.ownerSql<{ subject: string; state: string; attempts: number; due_at: Date; last_error: string | null }>(
    `select subject, state, attempts, due_at, last_error from outbox where kind = 'refund_message' order by number`,
  )
const quiet = () => ({ ...server.services, log: () => {} })

it('of messages that are sent together, each ends by itself, for the shop and in the outbox', async () => {
  const refunds = await queued(4)
  const [, unreachable, rejected, broken] = refunds
  // Its text cannot be composed.
  await server.ownerSql('update refunds set credit_to_customer_cents = 9007199254740993 where id = $1', [uuidOf(broken?.refundId ?? '')])
  const mail = async ({ text: words }: OutgoingEmail) => {
    if (words.includes(shortId(unreachable?.refundId ?? ''))) throw new Error('no post')
    if (words.includes(shortId(rejected?.refundId ?? ''))) throw new Error('refused', { cause: { responseCode: 550 } })
  }
  await sendOutbox({ ...quiet(), mail }, 'refund_message')
  expect((await entries()).map(({ state, last_error: error }) => [state, error])).toEqual([
    ['sent', null],
    ['pending', 'NotDeliveredYet'],
    ['withheld', null],
    ['pending', 'RangeError'],
  ])
  expect(await Promise.all(refunds.map(async ({ operationId }) => (await messages(operationId))[0]?.state))).toEqual([
    'sent',
    'failed',
    'failed',
    'queued',
  ])
})

/** Fails the next `failing` transactions in which messages of a shop are stored. */
function unableToStore(storing: { failing: number }) {
  const database: Database = {
    ...server.services.database,
    write: async (scope, work, ...more) => {
      if (scope !== null && storing.failing > 0) {
        storing.failing -= 1
        throw Object.assign(new Error('no room'), { code: '53100' })
      }
      return server.services.database.write(scope, work, ...more)
    },
  }
  return { ...quiet(), database, mail: async (email: OutgoingEmail) => void emails.push(email) }
}

it('of messages that are sent together, none is sent again because it could not be stored at once, together and alone, that they were sent', async () => {
  await queued(2)
  const storing = { failing: 4 } // three times together, then once alone
  await sendOutbox(unableToStore(storing), 'refund_message')
  server.moveClock(61_000)
  await sendOutbox(unableToStore(storing), 'refund_message')
  expect([emails.length, storing.failing, await entries()]).toMatchObject([
    2,
    0,
    [
      { state: 'sent', attempts: 1 },
      { state: 'sent', attempts: 1 },
    ],
  ])
})

it('a message of which it cannot be stored that it was sent is tried again with growing delays, then dead; not sent again if it can be stored at once', async () => {
  const [refund] = await queued(1)
  const storing = { failing: 1 }
  const services = unableToStore(storing)
  await sendOutbox(services, 'refund_message')
  expect([emails.length, storing.failing, (await entries())[0]]).toMatchObject([1, 0, { state: 'sent', attempts: 1 }])

  server.moveClock(61_000)
  expect((await receipt(refund?.operationId ?? '', refund?.refundId ?? '')).status).toBe(200)
  storing.failing = Infinity
  const minutes: number[] = []
  for (let nth = 0; nth < 20; nth += 1) {
    await sendOutbox(services, 'refund_message')
    const [entry] = await entries()
    if (entry?.state !== 'pending') break
    const waitMs = entry.due_at.getTime() - server.services.now().getTime()
    minutes.push(Math.round(waitMs / 60_000))
    server.moveClock(waitMs)
  }
  expect(minutes.slice(0, 4)).toEqual([1, 2, 4, 8])
  expect([emails.length, (await entries())[0]]).toMatchObject([15, { state: 'dead', attempts: 14, last_error: 'Error 53100' }])
})

it('of messages that are sent together, one of which it cannot be stored that it was sent makes none of the others be sent again', async () => {
  const refunds = await queued(3)
  const [, unstorable] = refunds
  await server.ownerSql(
    `alter table deliveries add constraint unstorable check (id <> '${uuidOf(unstorable?.refundId ?? '')}' or state <> 'sent')`,
  )
  const makeStorable = () => server.ownerSql('alter table deliveries drop constraint if exists unstorable')
  onTestFinished(async () => void (await makeStorable()))
  const services = { ...quiet(), mail: async (email: OutgoingEmail) => void emails.push(email) }
  await sendOutbox(services, 'refund_message')
  const ends = async () => (await entries()).map(({ state, attempts, last_error: error }) => [state, attempts, error])
  expect([emails.length, await ends()]).toEqual([
    3,
    [
      ['sent', 1, null],
      ['pending', 1, 'error 23514'],
      ['sent', 1, null],
    ],
  ])
  await makeStorable()
  server.moveClock(61_000)
  await sendOutbox(services, 'refund_message')
  expect([emails.length, emails.at(-1)?.text.includes(shortId(unstorable?.refundId ?? ''))]).toEqual([4, true])
  expect(await ends()).toEqual([
    ['sent', 1, null],
    ['sent', 2, null],
    ['sent', 1, null],
  ])
  expect(await Promise.all(refunds.map(async ({ operationId }) => (await messages(operationId))[0]?.state))).toEqual([
    'sent',
    'sent',
    'sent',
  ])
})

it.each(['sent', 'unreachable'] as const)(
  'a receipt that is asked for again while the first is being sent (and then %s) is sent too',
  async (first) => {
    const [refund = { operationId: '', refundId: '' }] = await queued(1)
    server.moveClock(61_000)
    const mail = async (email: OutgoingEmail) => {
      emails.push(email)
      if (emails.length > 1) return
      await server.ownerSql(`update operations set email = 'nueva@correo.test' where id = $1`, [uuidOf(refund.operationId)])
      expect((await receipt(refund.operationId, refund.refundId)).status).toBe(200)
      if (first === 'unreachable') throw new Error('no post')
    }
    await sendOutbox({ ...quiet(), mail }, 'refund_message')
    expect(emails.map(({ to }) => to)).toEqual(['ana@correo.test', 'nueva@correo.test'])
    expect(await messages(refund.operationId)).toMatchObject([{ to: 'nueva@correo.test', state: 'sent', problem: null }])
    expect(await entries()).toMatchObject([{ state: 'sent', attempts: 1 }])
  },
)

it('a slow message about a refund holds up none of those that customers wait for', async () => {
  const refunds = await queued(channelSettings.customer.concurrent)
  let release = (): void => {}
  const slow = new Promise<void>((resolve) => (release = resolve))
  const begun: string[] = []
  const mail = async ({ to }: OutgoingEmail) => {
    begun.push(to)
    if (begun.length === 1) await slow
  }
  const sender = outboxSender({ refund_message: customerMessages() })
  const send = () => sender.send({ ...quiet(), mail })
  await send()
  await expect.poll(() => begun.length).toBe(refunds.length)
  const [another] = refunds
  await server.ownerSql('update outbox set subject = id::text where subject = $1', [uuidOf(another?.refundId ?? '')])
  server.moveClock(61_000)
  await receipt(another?.operationId ?? '', another?.refundId ?? '')
  await expect.poll(() => send().then(() => begun.length)).toBe(refunds.length + 1)
  release()
  await sender.settled()
})
