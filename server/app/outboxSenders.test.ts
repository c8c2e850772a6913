import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { queueAccountEmail } from '../access/session/accountEmail.ts'
import type { OutgoingEmail } from '../platform/calls/call.ts'
import { storedMail } from '../platform/outbound/storedMail.ts'
import { kindSettings, type OutboxKind } from '../platform/outbox/outboxKinds.ts'
import { sendOutbox } from '../testing/outbox/sendOutbox.ts'
import { ids, personas } from '../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../testing/testServices.ts'

let server: TestServer
let emails: OutgoingEmail[]
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())
beforeEach(async () => {
  emails = []
  await server.ownerSql('truncate outbox')
})

const services = () => ({ ...server.services, mail: async (email: OutgoingEmail) => void emails.push(email) })

it('a message of any kind whose cause is gone is withheld', async () => {
  const id = randomUUID()
  const payload = JSON.stringify({
    invoiceId: id,
    keyId: id,
    news: 'invitation',
    overlapEndsAt: null,
    bankAccountId: id,
    settlementId: id,
    reference: 'x',
    notificationId: id,
    subscriptionId: id,
    deliveryId: id,
    reportId: id,
    recipient: 0,
    changeId: id,
    day: '2026-01-01',
    monday: '2026-01-05',
    operationId: id,
  })
  const kinds = Object.keys(kindSettings) as OutboxKind[] // its own keys
  // A group is one receiver, which gets one kind.
  for (const kind of kinds)
    await server.ownerSql(
      `insert into outbox (id, kind, channel, subject, payload, account_id, merchant_id, mode, group_id, due_at, created_at) values (gen_random_uuid(), $1, $2, $1, $3, $6, $4, 'live', gen_random_uuid(), $5, $5)`,
      [kind, kindSettings[kind].channel, payload, ids.merchantA1, server.services.now(), ids.accountA],
    )
  // A round ends once nothing was sent, and a withheld message is not sent: four of a channel are tried at once.
  for (let rounds = 0; rounds < kinds.length; rounds += 4) expect(await sendOutbox(services())).toBe(0)
  const left = await server.ownerSql<{ kind: string }>(`select kind, state, last_error from outbox where state <> 'withheld'`)
  expect([left, emails]).toEqual([[], []])
})

it('an e-mail about somebody’s access goes to the address that they had then, not to one set since', async () => {
  const { id, email } = personas.ownerA
  const queue = () => server.services.database.write(null, async (db) => queueAccountEmail(db, id, 'password', server.services.now()))
  await queue()
  server.moveClock(1_000)
  await server.ownerSql(
    `with change as (insert into email_changes (id, user_id, old_email, new_email, state, created_at, expires_at, ended_at)
       select gen_random_uuid(), u.id, u.email, 'ladron@mail.test', 'done', $2, $2, $2 from users u where u.id = $1)
     update users set email = 'ladron@mail.test' where id = $1`,
    [id, server.services.now()],
  )
  expect(await sendOutbox(services(), 'account_email')).toBe(1)
  server.moveClock(1_000)
  await queue()
  expect(await sendOutbox(services(), 'account_email')).toBe(1)
  expect(emails.map(({ to }) => to)).toEqual([email, 'ladron@mail.test'])
  await server.ownerSql('update users set email = $2 where id = $1', [id, email])
})

it('a running server sends what is queued', async () => {
  const running = await startTestServer({ database: server.database, fixture: false, workers: true })
  try {
    const { id, email } = personas.editorA
    await running.services.database.write(null, async (db) => queueAccountEmail(db, id, 'password', running.services.now()))
    await expect.poll(async () => (await storedMail(running.services.config)).map(({ to }) => to)).toEqual([email])
  } finally {
    await running.close()
  }
})
