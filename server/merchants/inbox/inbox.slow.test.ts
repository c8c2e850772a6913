import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mintScope } from '../../platform/database/scope.ts'
import { ids, personas, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { derive } from '../tasks/derive.ts'
import type { InboxReader } from '../tasks/source.ts'
import { inboxCalls, minutes, workNow, workRows } from '../../testing/inbox/testWork.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: workNow, proved: false })
})
afterAll(() => server.close())
// Items of earlier tests are closed and long past.
beforeEach(() =>
  server.ownerSql(`with refund as (delete from refunds), deadline as (delete from deadlines), payout as (delete from payouts), settlement as (delete from settlements),
    report as (delete from reports), request as (delete from refund_requests), paper as (delete from documents), account as (delete from bank_accounts), owner as (delete from task_assignees), snooze as (delete from task_snoozes), checked as (delete from task_checks),
    event as (update operation_events set at = at - interval '3 days') update operations set substatus = 'payment_completed', status_reason = null`),
)

const calls = (...by: Parameters<typeof inboxCalls> extends [unknown, ...infer Rest] ? Rest : never) => inboxCalls(server, ...by)
const rows = () => workRows(server)
const key = (kind: string, id: string) => `${kind}:${hexOf(id)}`

describe('open items', () => {
  it('are derived from current state, nearest deadline first', async () => {
    const confirm = await rows().operation({ mid: 'PED-1', total_cents: 124_500 })
    const today = await rows().capture(60)
    const later = await rows().capture(2 * 24 * 60)
    await rows().capture(5 * 24 * 60)
    const link = await rows().link(20)
    await rows().link(10)
    const { body } = await calls().list()
    expect(body.items.map((one) => one.key)).toEqual([
      key('capture', today),
      key('link', link),
      key('confirmation', confirm),
      key('capture', later),
    ])
    expect(body.items[2]).toEqual({
      key: key('confirmation', confirm),
      kind: 'confirmation',
      objectId: hexOf(confirm),
      subject: 'Óscar Valdés',
      reference: 'PED-1',
      amount: 124_500,
      deadline: minutes(300).toISOString(),
      since: minutes(-60).toISOString(),
      owner: null,
      snoozedUntil: null,
    })
    expect([body.solved, body.more]).toEqual([[], false])
  })

  it('of a partial capture show its exact remainder', async () => {
    const id = await rows().capture(60, {
      substatus: 'payment_process',
      status_reason: null,
      total_cents: 10_001,
      voided_cents: 1,
      captured_cents: 3_333,
    })
    const { body } = await calls().list()
    expect(body.items.map((one) => [one.key, one.amount])).toEqual([[key('capture', id), 6_667]])
  })

  it.each<[Persona, 'live' | 'sandbox', string, number]>([
    ['ownerA', 'live', ids.merchantA1, 1],
    ['editorA', 'live', ids.merchantA1, 1],
    ['editorA', 'sandbox', ids.merchantA1, 1],
    ['editorA', 'live', ids.merchantA2, 0],
    ['limitedA', 'live', ids.merchantA2, 0],
  ])('are shown to %s in %s mode of shop %s', async (as, mode, merchant, count) => {
    await rows().operation()
    await rows().operation({ mode: 'sandbox' })
    expect(await calls({ as, mode, merchant: hexOf(merchant) }).keys()).toHaveLength(count)
  })

  it.each<[Persona, number]>([
    ['guestA', 403],
    ['limitedA', 404],
    ['ownerB', 404],
  ])('are refused to %s (%i)', async (as, status) => {
    await rows().operation()
    expect((await calls({ as }).list()).status).toBe(status)
  })

  it('are not shown to somebody without the right to solve them', async () => {
    await rows().operation()
    await rows().capture(60)
    const without: InboxReader = {
      scope: mintScope(ids.merchantA1, 'live'),
      accountId: ids.accountA,
      userId: personas.editorA.id,
      may: (call) => call !== 'operationCapture',
      now: workNow,
      present: workNow,
    }
    const { open } = await server.services.database.read(without.scope, (db) => derive(db, without))
    expect(open.map(({ kind }) => kind)).toEqual(['confirmation'])
  })

  it('close when the deadline has passed, and when they are done', async () => {
    await rows().operation({ confirm_by: minutes(-1) })
    await rows().capture(-1)
    await rows().link(30, { expires_at: minutes(-1) })
    await rows().operation({ substatus: 'payment_process', status_reason: null })
    expect(await calls().keys()).toEqual([])
  })

  it('show a delayed refund under the refund’s id, not its operation’s', async () => {
    const operationId = await rows().operation({
      substatus: 'payment_process',
      status_reason: null,
      confirm_by: null,
      captured_cents: 12_000,
      refunded_cents: 5_000,
      held_cents: 5_000,
    })
    const [late, fresh] = [randomUUID(), randomUUID()]
    for (const [id, releaseAt] of [
      [late, minutes(-3)],
      [fresh, minutes(-1)],
    ] as const) {
      const held = { merchant_id: ids.merchantA1, mode: 'live' }
      await rows().put('refunds', {
        ...held,
        id,
        operation_id: operationId,
        kind: 'refund',
        amount_cents: 2_500,
        state: 'held',
        release_at: releaseAt,
        created_at: minutes(-5),
      })
      await rows().put('deadlines', { ...held, object_id: id, kind: 'refund_release', due_at: minutes(-1) })
    }
    const { body } = await calls().list()
    expect(body.items.map((one) => [one.key, one.objectId, one.amount])).toEqual([[key('refund_late', late), hexOf(operationId), 2_500]])
  })

  it('show a returned payout and a negative balance', async () => {
    const settlement = (reference: string, value_on: string, more: object) =>
      rows().put('settlements', {
        merchant_id: ids.merchantA1,
        mode: 'live',
        id: randomUUID(),
        reference,
        value_on,
        net_cents: 0,
        period_from: value_on,
        period_to: value_on,
        cut_off_at: minutes(-600),
        created_at: minutes(-600),
        ...more,
      })
    await settlement('LIQ-1', '2026-11-18', { status: 'returned', net_cents: 9_900, sales_cents: 9_900 })
    await settlement('LIQ-2', '2026-11-19', { status: 'compensated', refunds_cents: -4_200, closing_cents: -4_200 })
    const { body } = await calls().list()
    expect(body.items.map((one) => [one.kind, one.subject, one.amount])).toEqual([
      ['payout_returned', 'LIQ-1', 9_900],
      ['balance_negative', 'LIQ-2', -4_200],
    ])
    await settlement('LIQ-3', '2026-11-20', {
      status: 'paid',
      opening_cents: -4_200,
      sales_cents: 14_200,
      net_cents: 10_000,
      created_at: minutes(-30),
    })
    const after = (await calls().list()).body
    expect(after.items.map((one) => one.subject)).toEqual(['LIQ-1'])
    expect(after.solved.map((one) => [one.kind, one.amount, one.way])).toEqual([['balance_negative', -4_200, 'clock']])
  })

  it('ask somebody other than the requester to approve a refund, until it is decided', async () => {
    const operationId = await rows().operation({
      substatus: 'payment_process',
      status_reason: null,
      confirm_by: null,
      captured_cents: 12_000,
    })
    const id = randomUUID()
    await rows().put('refund_requests', {
      merchant_id: ids.merchantA1,
      mode: 'live',
      id,
      operation_id: operationId,
      amount_cents: 5_001,
      asked_by: personas.adminA.id,
      asked_at: minutes(-30),
      expires_at: minutes(600),
    })
    const open = (await calls({ as: 'ownerA' }).list()).body.items
    expect(open.map((one) => [one.key, one.objectId, one.amount])).toEqual([[key('refund_approval', id), hexOf(operationId), 5_001]])
    expect([await calls({ as: 'adminA' }).keys(), await calls({ as: 'editorA' }).keys()]).toEqual([[], []])
    await server.ownerSql(`update refund_requests set state = 'declined', decided_by = $1, decided_at = $2`, [
      personas.ownerA.id,
      minutes(-1),
    ])
    const { body } = await calls({ as: 'ownerA' }).list()
    expect([body.items, body.solved.map((one) => [one.kind, one.by])]).toEqual([[], [['refund_approval', 'Olga']]])
  })

  it('show rejected and expiring documents, to people who may upload others, once', async () => {
    const upload = randomUUID()
    const file = {
      id: upload,
      account_id: ids.accountA,
      user_id: personas.ownerA.id,
      purpose: 'document',
      file_name: 'a.pdf',
      media_type: 'application/pdf',
    }
    await rows().put('uploads', { ...file, bytes: Buffer.from('x'), sha256: Buffer.from('x'), created_at: minutes(-60) })
    const paper = (columns: object) =>
      rows().put('documents', {
        id: randomUUID(),
        account_id: ids.accountA,
        side: 'single',
        upload_id: upload,
        uploaded_at: minutes(-60),
        ...columns,
      })
    await paper({ type: 'cif', status: 'rejected', rejection_reason: 'illegible' })
    await paper({ type: 'deeds_or_taxid', status: 'approved', expires_on: '2026-12-01' })
    await paper({ type: 'audited_annual_accounts', status: 'approved', expires_on: '2027-06-01' })
    const seen = (await calls({ as: 'ownerA' }).list()).body.items.map((one) => [one.kind, one.subject, one.deadline])
    expect(seen).toEqual([
      ['document_expiring', 'deeds_or_taxid', '2026-12-01T23:00:00.000Z'],
      ['document_rejected', 'cif', null],
    ])
    expect([await calls({ as: 'adminA' }).keys(), await calls({ as: 'ownerA', mode: 'sandbox' }).keys()]).toEqual([[], []])
    await server.ownerSql('update documents set replaced_at = $1', [minutes(-1)])
    expect(await calls({ as: 'ownerA' }).keys()).toEqual([])
  })

  it('ask the requester of a bank account change to confirm, then another owner to agree', async () => {
    const upload = randomUUID()
    await rows().put('uploads', {
      id: upload,
      account_id: ids.accountA,
      user_id: personas.adminA.id,
      purpose: 'iban_certificate',
      file_name: 'a.pdf',
      media_type: 'application/pdf',
      bytes: Buffer.from('x'),
      sha256: Buffer.from('x'),
      created_at: minutes(-60),
    })
    const id = randomUUID()
    const account = {
      id,
      account_id: ids.accountA,
      merchant_id: ids.merchantA1,
      iban: 'ES9121000418450200051332',
      holder_name: 'A',
      upload_id: upload,
      created_at: minutes(-60),
    }
    await rows().put('bank_accounts', { ...account, state: 'unconfirmed', requested_by: personas.ownerA.id })
    expect([await calls({ as: 'ownerA' }).keys(), await calls({ as: 'adminA' }).keys()]).toEqual([[key('iban_confirm', id)], []])
    expect((await calls({ as: 'ownerA' }).list()).body.items[0]?.subject).toBe('•••• 1332')
    expect(await calls({ as: 'ownerA', mode: 'sandbox' }).keys()).toEqual([])
    await server.ownerSql(`update bank_accounts set state = 'pending_review', confirmed_at = $1, needs_second_owner = true`, [minutes(-5)])
    expect(await calls({ as: 'ownerA' }).keys()).toEqual([])
    // As another owner would see it; the fixture's company has only one.
    const asOwner: InboxReader = {
      scope: mintScope(ids.merchantA1, 'live'),
      accountId: ids.accountA,
      userId: personas.adminA.id,
      may: () => true,
      now: workNow,
      present: workNow,
    }
    const { open } = await server.services.database.read(asOwner.scope, (db) => derive(db, asOwner))
    expect(open.map((one) => one.key)).toEqual([key('iban_second_owner', id)])
    expect(await calls({ as: 'adminA' }).keys()).toEqual([])
  })
})

describe('solved items', () => {
  it('are shown for a day, with who solved them, and never while the item is open again', async () => {
    const done = await rows().capture(60, { substatus: 'payment_process', status_reason: null, captured_cents: 12_000 })
    await rows().event(done, 'captured', { user_id: personas.adminA.id, amount_cents: 12_000 })
    const partly = await rows().capture(60, { substatus: 'payment_process', status_reason: null, captured_cents: 2_000 })
    await rows().event(partly, 'captured', { user_id: personas.adminA.id, amount_cents: 2_000 })
    const old = await rows().capture(60, { substatus: 'payment_process', status_reason: null, captured_cents: 12_000 })
    await rows().event(old, 'captured', { at: minutes(-25 * 60) })
    const early = await rows().capture(10 * 24 * 60, { substatus: 'payment_process', status_reason: null, captured_cents: 12_000 })
    await rows().event(early, 'captured', { user_id: personas.adminA.id })
    const { body } = await calls().list()
    expect(body.items.map((one) => one.key)).toEqual([key('capture', partly)])
    expect(body.solved).toEqual([
      {
        key: key('capture', done),
        kind: 'capture',
        objectId: hexOf(done),
        subject: 'Óscar Valdés',
        reference: null,
        amount: 12_000,
        at: minutes(-10).toISOString(),
        way: 'person',
        by: 'Adán',
      },
    ])
  })

  it('show a customer who paid a link, and a rejection under the right kind', async () => {
    const paid = await rows().link(40, { substatus: 'payment_process', status_reason: null })
    await rows().event(paid, 'credit_accepted', { actor: 'provider' })
    const refused = await rows().operation({ substatus: 'stopped_merchant', status_reason: 'confirmation_rejected_by_merchant' })
    await rows().event(refused, 'merchant_rejected', { user_id: personas.editorA.id, at: minutes(-5) })
    const plugin = await rows().operation({ substatus: 'payment_process', status_reason: null, created_at: minutes(-11) })
    await rows().event(plugin, 'confirmed')
    const { body } = await calls().list()
    expect(body.solved.map((one) => [one.key, one.way, one.by])).toEqual([
      [key('confirmation', refused), 'person', 'Edurne'],
      [key('link', paid), 'customer', null],
    ])
  })

  it('include a capture made in the panel at once', async () => {
    const id = await rows().capture(60)
    const answer = await server.call('operationCapture', {
      as: 'adminA',
      params: { merchantId: hexOf(ids.merchantA1), operationId: hexOf(id) },
      body: {},
    })
    expect(answer.status).toBe(201)
    const { body } = await calls().list()
    expect([body.items, body.solved.map((one) => [one.key, one.amount, one.by])]).toEqual([[], [[key('capture', id), 12_000, 'Adán']]])
  })

  it('include a possible duplicate once somebody has checked it', async () => {
    const first = await rows().operation({ substatus: 'payment_process', status_reason: null, mid: 'A' })
    const id = await rows().operation({ substatus: 'stopped_duplicated', status_reason: 'duplicated', duplicate_of: first, mid: 'B' })
    const same = await rows().operation({ substatus: 'stopped_duplicated', status_reason: 'duplicated', duplicate_of: first, mid: 'A' })
    expect(await calls().keys()).toEqual([key('duplicate', id)])
    expect([
      (await calls({ as: 'adminA' }).check(key('duplicate', id))).status,
      (await calls().check(key('duplicate', id))).error.type,
    ]).toEqual([204, 'WorkSolved'])
    expect((await calls().check(key('duplicate', same))).error.type).toBe('WorkSolved')
    const { body } = await calls().list()
    expect([body.items, body.solved.map((one) => [one.key, one.by])]).toEqual([[], [[key('duplicate', id), 'Adán']]])
  })

  it('cannot be checked by hand while there is something to do', async () => {
    const id = await rows().operation()
    expect((await calls().check(key('confirmation', id))).error.type).toBe('WorkSolved')
    expect(await calls().keys()).toEqual([key('confirmation', id)])
  })
})

describe('people', () => {
  it('assign an item to anybody of the shop, visible to everybody, and to nobody else', async () => {
    const item = key('confirmation', await rows().operation())
    const { body } = await calls().list()
    expect(body.people.map(({ name }) => name)).toEqual(['Adán Peña', 'Edurne Sáez', 'Olga Núñez'])
    expect((await calls().assign(item, hexOf(personas.adminA.id))).status).toBe(204)
    expect((await calls({ as: 'ownerA' }).list()).body.items[0]?.owner).toEqual({ userId: hexOf(personas.adminA.id), name: 'Adán' })
    for (const stranger of [personas.guestA, personas.limitedA, personas.ownerB])
      expect((await calls().assign(item, hexOf(stranger.id))).status).toBe(404)
    expect((await calls().assign(item, null)).status).toBe(204)
    expect((await calls().list()).body.items[0]?.owner).toBeNull()
    // A sandbox-only member cannot be assigned live items.
    await server.ownerSql('update memberships set sandbox_only = true where user_id = $1', [personas.adminA.id])
    expect((await calls().list()).body.people.map(({ name }) => name)).toEqual(['Edurne Sáez', 'Olga Núñez'])
    expect((await calls().assign(item, hexOf(personas.adminA.id))).status).toBe(404)
    expect((await calls({ mode: 'sandbox' }).list()).body.people.map(({ name }) => name)).toContain('Adán Peña')
    await server.ownerSql('update memberships set sandbox_only = false where user_id = $1', [personas.adminA.id])
  })

  it('snooze an item for themselves only, and never past its deadline', async () => {
    const item = key('confirmation', await rows().operation({ confirm_by: minutes(300) }))
    expect((await calls().snooze(item, 'tomorrow')).error.type).toBe('SnoozeTooLong')
    expect((await calls().snooze(item, 'hour')).status).toBe(204)
    expect((await calls().list()).body.items[0]?.snoozedUntil).toMatch(/^2026-11-22T13:0/)
    expect((await calls({ as: 'adminA' }).list()).body.items[0]?.snoozedUntil).toBeNull()
    expect((await calls().snooze(item, null)).status).toBe(204)
    expect((await calls().list()).body.items[0]?.snoozedUntil).toBeNull()
  })

  it('can change nothing of a closed item, another shop, or another mode', async () => {
    const item = key('confirmation', await rows().operation())
    for (const other of [calls({ merchant: hexOf(ids.merchantA2) }), calls({ mode: 'sandbox' })]) {
      expect((await other.assign(item, null)).error.type).toBe('WorkSolved')
      expect((await other.snooze(item, 'hour')).error.type).toBe('WorkSolved')
    }
    await server.ownerSql(`update operations set substatus = 'payment_process', status_reason = null`)
    expect((await calls().snooze(item, 'hour')).error.type).toBe('WorkSolved')
    expect((await calls().assign('nothing', null)).error.type).toBe('WorkSolved')
  })
})
