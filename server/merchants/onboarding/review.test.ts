import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { madridDay } from '#domain/platform/dates'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { atTerminal } from '../../platform/calls/providerChange.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import {
  requestChange as requestChangeIn,
  type RequestedChange,
  decideShop as decideShopIn,
  expirePapers,
  type PaperVerdict,
  reviewPaper as reviewPaperIn,
  type ShopVerdict,
  waitingShops,
} from './review.ts'
import { hand, newAccount, shop, submitted } from '../../testing/onboarding/testOnboarding.ts'

let server: TestServer
let session: TestSession
let accountId: string
let shopId: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  const account = await newAccount(server, 'self_employed')
  session = account.session
  accountId = account.accountId
  shopId = uuidOf(await submitted(server, session)) ?? ''
})

const now = () => server.services.now()
const reviewPaper = (id: string, verdict: PaperVerdict) =>
  atTerminal(server.services.database, (db, by) => reviewPaperIn(db, id, verdict, { by, now: now() }))
const requestChange = (wish: RequestedChange) =>
  atTerminal(server.services.database, (db, by) => requestChangeIn(db, accountId, wish, { by, now: now() }))
const decideShop = (verdict: ShopVerdict) =>
  atTerminal(server.services.database, (db, by) => decideShopIn(db, shopId, verdict, { by, now: now() }))
const papers = async () => (await server.call('documentList', { as: session })).body
const state = async () => (await server.call('onboardingState', { as: session })).body
const approveAll = async () => {
  for (const { files } of await papers())
    for (const { uuid, status } of files)
      if (status === 'in_review') expect(await reviewPaper(uuidOf(uuid) ?? '', { approved: true, expiresOn: null })).toBeNull()
}
const shopStatus = async () =>
  (
    await server.ownerSql<{ status: string; bank_account_id: string | null }>(
      'select status, bank_account_id from merchants where id = $1',
      [shopId],
    )
  )[0]

describe('a requested shop', () => {
  it('sells once every document is approved, is paid to the stated account, and its owner is notified', async () => {
    expect((await waitingShops(server.services.database)).map(({ merchantId }) => merchantId)).toContain(shopId)
    expect(await decideShop({ approved: true })).toMatchObject({ type: 'ReviewNotAllowed', why: 'documents' })
    expect(await shopStatus()).toEqual({ status: 'pending', bank_account_id: null })
    await approveAll()
    expect((await state()).status).toBe('in_review')
    expect(await decideShop({ approved: true })).toBeNull()
    expect((await shopStatus())?.status).toBe('active')
    const [account] = await server.ownerSql<{ iban: string; holder_name: string; is_default: boolean }>(
      'select b.iban, b.holder_name, b.is_default from merchants m join bank_accounts b on b.id = m.bank_account_id where m.id = $1',
      [shopId],
    )
    expect(account).toEqual({ iban: shop.iban, holder_name: 'Nadia Ortiz', is_default: true })
    for (const mode of ['live', 'sandbox'] as const) {
      const { body: sold } = await server.call('merchantConfiguration', { as: session, mode, params: { merchantId: hexOf(shopId) } })
      expect(sold.products.map(({ type, enabled, feeRate, feeFixed }) => [type, enabled, feeRate, feeFixed])).toEqual([
        ['instalments', true, 250, 30],
        ['pay_in_4', true, 390, 30],
        ['pay_later', true, 290, 30],
      ])
    }
    expect((await state()).status).toBe('approved')
    const { body: notices } = await server.call('notificationList', { as: session, query: {} })
    expect(notices.results.map(({ type }) => type)).toContain('merchant_approved')
    // A second decision changes nothing.
    expect(await decideShop({ approved: false, reason: 'no' })).toMatchObject({ type: 'ReviewNotAllowed', why: 'decided' })
  })

  it('may be rejected, and every decision leaves an audit entry', async () => {
    expect(await decideShop({ approved: false, reason: 'No aceptamos esta actividad.' })).toBeNull()
    expect([(await shopStatus())?.status, (await state()).status]).toEqual(['rejected', 'rejected'])
    const lines = await server.ownerSql<{ call: string; role: string }>(
      `select call, role from audit_entries where account_id = $1 and call like 'operator.%'`,
      [accountId],
    )
    expect(lines).toEqual([{ call: 'operator.reject-merchant', role: 'operator' }])
  })
})

describe('a document', () => {
  it('that is rejected is uploaded again in the panel, and goes back to review by itself', async () => {
    const [first] = await papers()
    const file = first?.files[0]?.uuid ?? ''
    const verdict = { approved: false, reason: 'illegible', note: 'La segunda página.' } as const
    expect(await reviewPaper(uuidOf(file) ?? '', verdict)).toBeNull()
    expect(await reviewPaper(uuidOf(file) ?? '', verdict)).toMatchObject({ type: 'ReviewNotAllowed', why: 'document' })
    expect((await papers())[0]).toMatchObject({ status: 'rejected', files: [{ rejectionReason: 'illegible', note: 'La segunda página.' }] })
    expect(await state()).toMatchObject({ status: 'changes_requested' })
    expect((await server.call('me', { as: session })).body.requiresOnboarding).toBe(false)
    expect((await hand(server, session, first?.type ?? '')).body.status).toBe('in_review')
    expect((await state()).status).toBe('submitted')
    // A replaced document is no longer reviewed.
    expect(await reviewPaper(uuidOf(file) ?? '', { approved: true, expiresOn: null })).toMatchObject({ type: 'ObjectNotFoundException' })
  })
})

it('an approved document expires after its last day, and not on it', async () => {
  const { uuid } = (await papers())[0]?.files[0] ?? { uuid: '' }
  const today = madridDay(now())
  await reviewPaper(uuidOf(uuid) ?? '', { approved: true, expiresOn: today })
  expect((await papers())[0]).toMatchObject({ status: 'approved', renewable: true })
  expect(await expirePapers(server.services)).toBe(0)
  const tomorrow = new Date(now().getTime() + 86_400_000)
  expect(await expirePapers({ database: server.services.database, now: () => tomorrow })).toBe(1)
  expect((await papers())[0]?.status).toBe('expired')
})

describe('a requested change', () => {
  it('of a person reopens onboarding at that field, and nothing is submitted before it is made', async () => {
    const wish = { step: 'profile', field: 'address.postcode', message: 'No coincide con tu DNI.' } as const
    expect(await requestChange(wish)).toBeNull()
    expect((await server.call('me', { as: session })).body.requiresOnboarding).toBe(true)
    expect((await state()).changes).toMatchObject([wish])
    expect((await server.call('onboardingSubmit', { as: session })).status).toBe(409)
    await server.call('profileUpdate', { as: session, body: { phone: '622345678' } })
    expect((await state()).changes).toHaveLength(1)
    await server.call('profileUpdate', { as: session, body: { address: { postcode: '28002' } } })
    expect((await state()).changes).toEqual([])
    const sent = await server.call('onboardingSubmit', { as: session })
    expect([sent.status, sent.body.status]).toEqual([200, 'submitted'])
    expect((await server.call('me', { as: session })).body.requiresOnboarding).toBe(false)
    // The requested shop is still the same.
    expect(await server.ownerSql('select id from merchants where account_id = $1', [accountId])).toEqual([{ id: shopId }])
  })

  it('keeps a shop from being approved', async () => {
    await approveAll()
    await requestChange({ step: 'profile', field: 'phone', message: 'No contesta nadie.' })
    expect(await decideShop({ approved: true })).toMatchObject({ type: 'ReviewNotAllowed', why: 'changes' })
  })
})

it('every decision on an application is queued as an e-mail to the owner, unless they switched it off', async () => {
  const mailed = async () => {
    const rows = await server.ownerSql<{ type: string }>(
      `with sent as (delete from outbox where kind = 'notice_email' returning payload) select n.type from sent join notifications n on n.id::text = payload ->> 'notificationId' where n.account_id = $1`,
      [accountId],
    )
    return rows.map(({ type }) => type)
  }
  const change = { step: 'profile', field: 'phone', message: 'No contesta nadie.' } as const
  const [first] = await papers()
  const refused = { approved: false, reason: 'illegible', note: null } as const
  await reviewPaper(uuidOf(first?.files[0]?.uuid ?? '') ?? '', refused)
  expect(await mailed()).toEqual(['document_rejected'])
  await hand(server, session, first?.type ?? '')
  await approveAll()
  expect(await mailed()).toEqual((await papers()).map(() => 'document_approved'))
  await requestChange(change)
  expect(await mailed()).toEqual(['onboarding_changes'])
  await server.call('noticeSettingsUpdate', { as: session, body: { choices: [{ type: 'onboarding_changes', panel: true, email: false }] } })
  await requestChange(change)
  expect(await mailed()).toEqual([])
  await server.call('profileUpdate', { as: session, body: { phone: '622345678' } })
  await decideShop({ approved: true })
  expect(await mailed()).toEqual(['merchant_approved'])
  await server.ownerSql(`update merchants set status = 'pending' where id = $1`, [shopId])
  await decideShop({ approved: false, reason: 'Esta actividad no.' })
  expect(await mailed()).toEqual(['merchant_rejected'])
})
