import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { turnOffFailing, turnOn } from '../../merchants/webhooks/readWebhooks.ts'
import { enter, newIban, shopOf, writeOwnersAndAccounts } from '../../testing/ibans/testChange.ts'
import { newAccount, person, shop, submitted } from '../../testing/onboarding/testOnboarding.ts'
import { addStaff, callConsole, type TestStaff } from '../../testing/provider/testStaff.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'

let server: TestServer
let reviewer: TestStaff
let support: TestStaff
let accountId: string
let merchantId: string
let owner: TestSession
beforeAll(async () => {
  server = await startTestServer({ worded: true })
  await writeOwnersAndAccounts(server)
  reviewer = await addStaff(server, ['reviewer'], { firstName: 'Lucía', lastName: 'Marín' })
  support = await addStaff(server, ['support'])
})
afterAll(() => server.close())
beforeEach(async () => {
  const account = await newAccount(server, 'self_employed')
  accountId = hexOf(account.accountId)
  owner = account.session
  merchantId = await submitted(server, owner)
})

const read = async (as: TestStaff, query: { reason?: string } = {}) =>
  (await callConsole(server, 'consoleReview', { params: { accountId }, query, as })).body
const documents = async (as = reviewer) => (await read(as)).documents
const decide = (files: string[], body: object = { approved: true }, as = reviewer, of = accountId) =>
  callConsole(server, 'consoleReviewDocument', { params: { accountId: of }, body: { files, approved: true, ...body }, as })
const decideShop = (body: { approved: boolean; reason?: string }, as = reviewer) =>
  callConsole(server, 'consoleReviewShop', { params: { accountId, merchantId }, body, as })
const work = async (as = reviewer, query: { kind?: 'application' | 'document'; mine?: 'yes' } = {}) =>
  (await callConsole(server, 'consoleWork', { query, as })).body
const entriesOf = async (account: string) =>
  server.ownerSql<{ call: string; staff_id: string | null; outcome: string; after: unknown }>(
    `select call, staff_id, outcome, after from audit_entries where account_id = $1 and role = 'operator' order by seq`,
    [uuidOf(account)],
  )

describe('an application', () => {
  it('is read with its checks, its documents are approved one by one, and the shop at the end', async () => {
    const whole = await read(reviewer)
    expect(whole).toMatchObject({ name: 'Nadia Ortiz', status: 'submitted', isMasked: false, shops: [{ merchantId, name: shop.name }] })
    const facts = whole.sections.flatMap(({ facts: of }) => of)
    expect(facts.find(({ field }) => field === 'document_number')).toMatchObject({
      step: 'profile',
      value: `${person.documentNumber} DNI`,
      checks: [{ result: 'right' }],
    })
    // Another application of the test asks for the same account number.
    expect(facts.find(({ field }) => field === 'iban')).toMatchObject({
      value: expect.stringContaining('••••'),
      checks: [{ result: 'right' }, {}],
    })
    expect((await decideShop({ approved: true })).error.type).toBe('ReviewNotAllowed')
    for (const { files } of whole.documents) {
      const answer = await decide(files.map(({ id }) => id))
      expect([answer.status, answer.raw]).toEqual([204, ''])
    }
    expect((await decideShop({ approved: true })).status).toBe(204)
    expect(await server.ownerSql('select status from merchants where id = $1', [uuidOf(merchantId)])).toEqual([{ status: 'active' }])
    const entries = await entriesOf(accountId)
    expect([...new Set(entries.map(({ call }) => call))]).toEqual([
      'consoleReview',
      'operator.approve-document',
      'operator.approve-merchant',
    ])
    expect(new Set(entries.map(({ staff_id: by }) => by))).toEqual(new Set([reviewer.staffId]))
    expect((await work()).items.some(({ id }) => id === merchantId)).toBe(false)
  })

  it('cannot be approved while a document is open or a change is asked for', async () => {
    const all = await documents()
    for (const { files } of all.slice(1)) await decide(files.map(({ id }) => id))
    const early = await decideShop({ approved: true })
    expect([early.status, early.error.type]).toEqual([409, 'ReviewNotAllowed'])
    expect(early.error.message).toContain('Escrituras')
    await decide(all[0]?.files.map(({ id }) => id) ?? [])
    const change = { step: 'profile', field: 'phone', message: 'No contesta nadie.' } as const
    await callConsole(server, 'consoleReviewChange', { params: { accountId }, body: change, as: reviewer })
    expect((await decideShop({ approved: true })).error.type).toBe('ReviewNotAllowed')
    expect((await read(reviewer)).changes).toMatchObject([{ ...change, label: 'Teléfono' }])
    const log = await callConsole(server, 'staffAuditList', { as: await addStaff(server, ['admin']) })
    expect(log.body.results.find(({ call }) => call === 'operator.ask-change')?.after).toMatchObject({
      step: 'Tus datos',
      field: 'Teléfono',
    })
  })

  it('cannot be decided by support, nor with a document of another account', async () => {
    const [first] = await documents()
    const files = first?.files.map(({ id }) => id) ?? []
    expect((await decide(files, {}, support)).error.type).toBe('PermissionDenied')
    expect((await decideShop({ approved: false, reason: 'No.' }, support)).error.type).toBe('PermissionDenied')
    const other = await newAccount(server, 'self_employed')
    await submitted(server, other.session)
    expect((await decide(files, {}, reviewer, hexOf(other.accountId))).error.type).toBe('ObjectNotFoundException')
    const elsewhere = { params: { accountId: hexOf(other.accountId), merchantId }, body: { approved: false, reason: 'No.' }, as: reviewer }
    expect((await callConsole(server, 'consoleReviewShop', elsewhere)).error.type).toBe('ObjectNotFoundException')
    const file = { params: { accountId: hexOf(other.accountId), documentId: files[0] ?? '' }, as: reviewer }
    expect((await callConsole(server, 'consoleReviewFile', file)).error.type).toBe('ObjectNotFoundException')
    expect((await documents()).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'in_review'))
  })

  it('shows support names and numbers masked until a reason is given, which is audited', async () => {
    const masked = await read(support)
    expect(masked).toMatchObject({ isMasked: true, name: 'N••• O•••' })
    expect(JSON.stringify(masked.sections)).not.toContain(person.documentNumber)
    expect(JSON.stringify(masked.sections)).not.toContain('Ortiz,')
    const documentId = masked.documents[0]?.files[0]?.id ?? ''
    const params = { accountId, documentId }
    const closed = await callConsole(server, 'consoleReviewFile', { params, as: support })
    expect([closed.status, closed.error.type]).toEqual([403, 'PermissionDenied'])
    const reason = 'Llama por su alta'
    expect((await read(support, { reason })).name).toBe('Nadia Ortiz')
    const opened = await callConsole(server, 'consoleReviewFile', { params, query: { reason }, as: support })
    expect([opened.status, opened.raw]).toEqual([200, 'x'])
    expect((await entriesOf(accountId)).slice(-2)).toMatchObject([
      { call: 'consoleReview', after: { reason }, staff_id: support.staffId },
      { call: 'consoleReviewFile', after: { reason }, staff_id: support.staffId },
    ])
  })

  it('previews the message that its owners then get', async () => {
    const [first] = await documents()
    const verdict = { approved: false, reason: 'illegible', note: 'La segunda página.' } as const
    const query = { about: 'document', of: first?.type ?? '', approved: 'no', reason: 'illegible', words: verdict.note } as const
    const letter = (await callConsole(server, 'consoleReviewLetter', { params: { accountId }, query, as: reviewer })).body
    expect(letter.text).toContain('La segunda página.')
    expect((await decide(first?.files.map(({ id }) => id) ?? [], verdict)).status).toBe(204)
    const { body } = await server.call('notificationList', { as: owner, query: {} })
    const why = body.results[0]?.values.find(({ key }) => key === 'why')?.value ?? ''
    expect(letter.text).toContain(why)
    expect(why).not.toBe('')
  })
})

it('a change of bank account is compared, and decided once', async () => {
  const session = await enter(server, 'owner@b.test')
  const shop = shopOf(server, ids.merchantB1)
  const ibanId = await shop.ask(session, newIban)
  const item = (await work()).items.find(({ kind }) => kind === 'bank_account')
  expect(item).toMatchObject({ id: ibanId, merchantName: expect.any(String), facts: { iban: 'ES91 •••• 1332' }, owner: null })
  const params = { ibanId }
  const previewed = { about: 'bank_account', of: ibanId, approved: 'yes' } as const
  const letter = await callConsole(server, 'consoleReviewLetter', {
    params: { accountId: hexOf(ids.accountB) },
    query: previewed,
    as: reviewer,
  })
  // The letter with who asked for it and how to stop it, not the notice in the panel.
  expect(letter.body.subject).toMatch(/cuenta/i)
  expect(letter.body.text).toContain('ES91 •••• 1332')
  expect(letter.body.text).toContain('…')
  // The shop that was approved above is paid to the same account.
  const { body } = await callConsole(server, 'consoleBankChange', { params, as: reviewer })
  expect(body.sections[0]?.facts[0]).toMatchObject({
    value: 'ES91 2100 0418 4502 0005 1332',
    checks: [{ result: 'right' }, { result: 'wrong' }],
  })
  const masked = (await callConsole(server, 'consoleBankChange', { params, as: support })).body
  expect(masked.sections[0]?.facts[0]?.value).toBe('ES91 •••• 1332')
  expect((await callConsole(server, 'consoleBankDecide', { params, body: { approved: true }, as: support })).error.type).toBe(
    'PermissionDenied',
  )
  expect((await callConsole(server, 'consoleBankDecide', { params, body: { approved: true }, as: reviewer })).status).toBe(204)
  expect((await callConsole(server, 'consoleBankDecide', { params, body: { approved: true }, as: reviewer })).error.type).toBe(
    'ReviewNotAllowed',
  )
  expect((await work()).items.some(({ id }) => id === ibanId)).toBe(false)
  const { results } = (await server.call('activityList', { as: session })).body
  expect(results.find(({ byProvider, changes }) => byProvider && changes.length > 0)?.changes).toMatchObject([
    { before: 'Pendiente de revisión', after: 'Aprobada, en espera' },
  ])
})

describe('the queue', () => {
  it('lists what waits, the earliest deadline first, and who has it', async () => {
    const all = await work()
    expect(all.items.map(({ deadline }) => deadline)).toEqual(all.items.map(({ deadline }) => deadline).toSorted())
    expect(all.counts.find(({ kind }) => kind === 'application')?.count).toBe(all.items.filter(({ kind }) => kind === 'application').length)
    const target = { kind: 'application', id: merchantId } as const
    expect((await callConsole(server, 'consoleWorkTake', { body: target, as: reviewer })).status).toBe(204)
    const mineOf = async (as: TestStaff) => (await work(as)).items.find(({ id }) => id === merchantId)?.owner
    expect(await mineOf(reviewer)).toMatchObject({ name: 'Lucía Marín', isMe: true })
    expect(await mineOf(support)).toMatchObject({ isMe: false })
    expect((await work(reviewer, { mine: 'yes' })).items.map(({ id }) => id)).toEqual([merchantId])
    await callConsole(server, 'consoleWorkGiveBack', { body: target, as: support })
    expect(await mineOf(reviewer)).toBeNull()
    const unknown = { kind: 'application', id: accountId } as const
    expect((await callConsole(server, 'consoleWorkTake', { body: unknown, as: reviewer })).error.type).toBe('ObjectNotFoundException')
  })

  it('leaves out an application that waits for its owner, and lists a document that was handed in again', async () => {
    const [first, ...others] = await documents()
    await decide(first?.files.map(({ id }) => id) ?? [], { approved: false, reason: 'illegible' })
    expect((await work(reviewer, { kind: 'application' })).items.some(({ id }) => id === merchantId)).toBe(false)
    // The others are still in review.
    const item = (await work(reviewer, { kind: 'document' })).items.find(({ id }) => id === accountId)
    expect(item?.facts.papers).toHaveLength(others.length)
  })

  it('lists a webhook that was turned off by its failures until it is turned on again', async () => {
    const [id, scope] = [randomUUID(), mintScope(ids.merchantA1, 'live')]
    const off = { id, url: 'https://tienda.example/aviso', reason: 'failing', now: server.services.now() } as const
    await server.services.database.write(scope, async (db) => turnOffFailing(db, scope, off))
    const listed = async () => (await work()).items.find((item) => item.id === hexOf(id))
    expect(await listed()).toMatchObject({ kind: 'webhook_off', facts: { what: 'tienda.example', code: 'failing' } })
    await server.services.database.write(scope, async (db) => turnOn(db, scope, id))
    expect(await listed()).toBeUndefined()
  })

  it('lists messages that were given up until somebody closes them', async () => {
    await server.ownerSql(
      `update outbox set state = 'dead', done_at = now(), last_error = 'Error ETIMEDOUT' where id = (select min(id::text)::uuid from outbox)`,
    )
    const dead = (await work()).items.find(({ kind }) => kind === 'message_dead')
    expect(dead?.facts).toMatchObject({ error: 'Error ETIMEDOUT' })
    const body = { kind: 'message_dead', id: dead?.id ?? '' } as const
    expect((await callConsole(server, 'consoleWorkClose', { body, as: support })).error.type).toBe('PermissionDenied')
    expect((await callConsole(server, 'consoleWorkClose', { body, as: reviewer })).status).toBe(204)
    expect((await callConsole(server, 'consoleWorkClose', { body, as: reviewer })).error.type).toBe('ObjectNotFoundException')
  })
})
