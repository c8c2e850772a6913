import { afterAll, beforeAll, expect, it } from 'vitest'
import { consoleCalls, type ConsoleCallName } from '#contract/consoleApi'
import type { AgreedTerms } from '#contract/provider/prices'
import { addDays, madridDay } from '#domain/platform/dates'
import { builtInThresholds } from '#domain/sales/operations/decision'
import { payOut } from '../money/payouts/payOut.ts'
import { settle } from '../money/settlements/settle.ts'
import { hexOf } from '../platform/calls/wire.ts'
import type { OutgoingEmail } from '../platform/calls/call.ts'
import { notifyTerms } from '../provider/prices/notifyTerms.ts'
import { beginSale, goTo, someone } from '../testing/checkout/testSale.ts'
import { disputeFixture } from '../testing/disputes/disputeFixture.ts'
import { writeOwnersAndAccounts } from '../testing/ibans/testChange.ts'
import { newAccount, submitted } from '../testing/onboarding/testOnboarding.ts'
import { writeOperation } from '../testing/operations/testOperations.ts'
import { sendOutbox } from '../testing/outbox/sendOutbox.ts'
import { addStaff, callConsole, type TestConsoleCall, type TestStaff } from '../testing/provider/testStaff.ts'
import { untold } from '../testing/provider/untoldCalls.ts'
import { writeSales } from '../testing/settlements/testSales.ts'
import { ids, personas } from '../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../testing/testServices.ts'

// Every write of the console: who of the merchant is told, and how, or why nobody is. A new call has to be entered here.
let server: TestServer
let everyRole: TestStaff
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-18T08:00:00Z'), proved: false })
  server.services.config.console.secondPerson = false
  everyRole = await addStaff(server, ['support', 'reviewer', 'finance', 'risk', 'admin'])
  await writeOwnersAndAccounts(server)
})
afterAll(() => server.close())

const make = async <N extends ConsoleCallName>(name: N, call: TestConsoleCall<N>) => {
  const answer = await callConsole(server, name, { as: everyRole, ...call })
  if (answer.status >= 300 || answer.status === 202) throw new Error(`${name}: ${answer.status} ${answer.raw}`)
  return answer.body
}
const [accountA, accountB, merchantA, merchantB] = [ids.accountA, ids.accountB, ids.merchantA1, ids.merchantB1].map(hexOf) as [
  string,
  string,
  string,
  string,
]
const today = () => madridDay(server.services.now())

/** An application that waits, with the files of its documents. */
async function application() {
  const { accountId, session } = await newAccount(server, 'self_employed')
  const merchantId = await submitted(server, session)
  const papers = (await server.call('documentList', { as: session })).body
  return { params: { accountId: hexOf(accountId) }, merchantId, documents: papers.map(({ files }) => files.map(({ uuid }) => uuid)) }
}

/** A change of bank account that waits for its review, in place of an earlier one. */
async function bankChange({ needsSecondOwner = false }): Promise<string> {
  await server.ownerSql(`update bank_accounts set state = 'cancelled', ended_at = now() where state = 'pending_review'`)
  const [row] = await server.ownerSql<{ id: string }>(
    `with kept as (
       insert into uploads (id, account_id, user_id, purpose, file_name, media_type, bytes, sha256, created_at)
       values (gen_random_uuid(), $1, $2, 'document', 'iban.pdf', 'application/pdf', 'x', sha256('x'), now()) returning id
     )
     insert into bank_accounts (id, account_id, merchant_id, iban, holder_name, created_at, state, upload_id, requested_by, confirmed_at, needs_second_owner)
     select gen_random_uuid(), $1, $3, 'ES9121000418450200051332', 'Vidal', now(), 'pending_review', kept.id, $2, now(), $4 from kept returning id`,
    [ids.accountB, personas.ownerB.id, ids.merchantB1, needsSecondOwner],
  )
  return hexOf(row?.id ?? '')
}

async function claim(): Promise<string> {
  await writeSales(server.database.ownerUrl, [{ at: '2026-10-05T10:00:00Z', totalCents: 10_000 }])
  await settle(server.services)
  await payOut(server.services)
  const params = { merchantId: merchantA }
  const { results } = (await server.call('settlementList', { params, as: 'ownerA' })).body
  const settlementId = results.find(({ status }) => status === 'paid')?.id ?? ''
  const body = { bank: { amount: 1, on: '2026-11-17' }, note: 'Falta dinero' }
  return (await server.call('settlementClaimOpen', { params: { ...params, settlementId }, body, as: 'ownerA' })).body.id
}

async function waitingDecision(): Promise<string> {
  const thresholds = { ...builtInThresholds, reviewFromCents: 80_000 }
  await make('consoleDecisionRulesChange', { body: { thresholds, effectiveOn: null, reason: 'Prueba' } })
  const sale = await beginSale(server, { totalCents: 90_000 })
  await goTo(sale, 'identity')
  await sale.call('checkoutIdentify', someone())
  const [row] = await server.ownerSql<{ decision_id: string }>('select decision_id from manual_decisions')
  return hexOf(row?.decision_id ?? '')
}

const operation = async () => {
  const confirmed = { createdAt: new Date(server.services.now().getTime() - 86_400_000), totalCents: 30_000, numInstalments: 3 }
  const operationId = await writeOperation(server.database.ownerUrl, {
    merchantId: ids.merchantA1,
    substatus: 'payment_process',
    ...confirmed,
  })
  return { accountId: accountA, merchantId: merchantA, operationId }
}

/** A charge that its customer disputes. */
const dispute = async () => {
  const fixture = disputeFixture(server)
  const operationId = await fixture.sold()
  await fixture.notify(operationId, await fixture.dispute(operationId))
  return { fixture, disputeId: (await fixture.paramsOf(operationId)).disputeId }
}

const terms: AgreedTerms = {
  feeRate: 240,
  feeFixed: 30,
  tin: 1_999,
  openingFeeRate: 0,
  minAmount: 3_000,
  maxAmount: 300_000,
  instalmentsAllowed: [2, 3, 4],
  downpayment: 'none',
  captureMode: 'automatic',
}
const ownTerms = () =>
  make('consoleTermsPropose', {
    params: { merchantId: merchantB },
    body: { effectiveOn: addDays(today(), 40), products: [{ product: 'instalments', enabled: true, terms }] },
  })
const priceList = (days: number) =>
  make('consolePriceListPropose', { body: { effectiveOn: addDays(today(), days), products: [{ product: 'instalments', terms }] } })

const person = () => ({ accountId: accountA, userId: hexOf(personas.adminA.id) })
const reason = { reason: 'Faltan papeles.' }
const shopA = { accountId: accountA, merchantId: merchantA }

/** `tells`: an outbox kind and what it is about, or `notice/…` for a notice that is not mailed. */
type LetterCase = { tells: string; by: () => Promise<unknown> }
const letterCases: Partial<Record<ConsoleCallName, readonly LetterCase[]>> = {
  consoleReviewDocument: [
    {
      tells: 'notice_email/document_rejected',
      async by() {
        const { params, documents } = await application()
        await make('consoleReviewDocument', { params, body: { files: documents[0] ?? [], approved: false, reason: 'illegible' } })
      },
    },
    {
      tells: 'notice_email/document_approved',
      async by() {
        const { params, documents } = await application()
        await make('consoleReviewDocument', { params, body: { files: documents[0] ?? [], approved: true } })
      },
    },
  ],
  consoleReviewChange: [
    {
      tells: 'notice_email/onboarding_changes',
      by: async () =>
        make('consoleReviewChange', {
          params: (await application()).params,
          body: { step: 'profile', field: 'phone', message: 'No contesta nadie.' },
        }),
    },
  ],
  consoleReviewShop: [
    {
      tells: 'notice_email/merchant_approved',
      async by() {
        const { params, merchantId, documents } = await application()
        for (const files of documents) await make('consoleReviewDocument', { params, body: { files, approved: true } })
        await make('consoleReviewShop', { params: { ...params, merchantId }, body: { approved: true } })
      },
    },
    {
      tells: 'notice_email/merchant_rejected',
      async by() {
        const { params, merchantId } = await application()
        await make('consoleReviewShop', { params: { ...params, merchantId }, body: { approved: false, ...reason } })
      },
    },
  ],
  consoleBankDecide: [
    {
      tells: 'notice_email/iban_checked',
      by: async () =>
        make('consoleBankDecide', { params: { ibanId: await bankChange({ needsSecondOwner: true }) }, body: { approved: true } }),
    },
    {
      tells: 'notice_email/iban_rejected',
      by: async () => make('consoleBankDecide', { params: { ibanId: await bankChange({}) }, body: { approved: false, ...reason } }),
    },
    {
      tells: 'iban_email/approved',
      by: async () => make('consoleBankDecide', { params: { ibanId: await bankChange({}) }, body: { approved: true } }),
    },
  ],
  consoleClaimAnswer: [
    {
      tells: 'notice_email/settlement_claim_answered',
      by: async () => make('consoleClaimAnswer', { params: { claimId: await claim() }, body: { answer: 'Llega mañana.' } }),
    },
  ],
  consoleTermsPropose: [{ tells: 'notice_email/terms_changing', by: () => ownTerms().then(() => notifyTerms(server.services)) }],
  consoleTermsWithdraw: [
    {
      tells: 'notice_email/terms_kept',
      async by() {
        const { versions } = await make('consoleTerms', { params: { merchantId: merchantB } })
        await make('consoleTermsWithdraw', { params: { merchantId: merchantB, versionId: versions[0]?.id ?? '' } })
        await notifyTerms(server.services)
      },
    },
  ],
  consolePriceListPropose: [{ tells: 'notice_email/terms_changing', by: () => priceList(50).then(() => notifyTerms(server.services)) }],
  consolePriceListWithdraw: [
    {
      tells: 'notice_email/terms_kept',
      async by() {
        const { versions } = await make('consolePriceList', {})
        await make('consolePriceListWithdraw', { params: { versionId: versions[0]?.id ?? '' } })
        await notifyTerms(server.services)
      },
    },
  ],
  consoleShopSuspend: [{ tells: 'notice_email/merchant_suspended', by: () => make('consoleShopSuspend', { params: shopA, body: reason }) }],
  consoleShopResume: [{ tells: 'notice_email/merchant_resumed', by: () => make('consoleShopResume', { params: shopA }) }],
  consoleAccountDisable: [
    {
      tells: 'notice_email/account_disabled',
      by: () => make('consoleAccountDisable', { params: { accountId: accountB }, body: reason }),
    },
  ],
  consoleMerchantView: [
    {
      tells: 'notice_email/provider_view',
      by: () => make('consoleMerchantView', { params: { accountId: accountB }, body: { reason: 'No ve sus ventas.' } }),
    },
  ],
  consoleAccountEnable: [
    { tells: 'notice_email/account_enabled', by: () => make('consoleAccountEnable', { params: { accountId: accountB } }) },
  ],
  consoleRelationEnd: [
    {
      tells: 'notice_email/relation_ended',
      by: async () => {
        await server.ownerSql(`update accounts set created_at = '2025-01-01'`)
        await make('consoleRelationEnd', { params: { accountId: hexOf(ids.accountC) }, body: { reason: 'ceased', endedOn: today() } })
      },
    },
  ],
  consoleOwnerInvite: [{ tells: 'team_email/owner_invitation', by: () => make('consoleOwnerInvite', { body: invited }) }],
  consoleInvitationResend: [
    {
      tells: 'team_email/owner_invitation',
      async by() {
        const [row] = await server.ownerSql<{ account_id: string; user_id: string }>(
          `update memberships m set invited_at = '2026-11-01' from users u where u.id = m.user_id and u.email = $1 returning m.account_id, m.user_id`,
          [invited.email],
        )
        const params = { accountId: hexOf(row?.account_id ?? ''), userId: hexOf(row?.user_id ?? '') }
        await make('consoleInvitationResend', { params })
      },
    },
  ],
  consoleFactorReset: [
    {
      tells: 'account_email/factor_reset',
      async by() {
        await server.ownerSql('update users set second_factor_since = now() where id = $1', [personas.adminA.id])
        await make('consoleFactorReset', { params: person(), body: reason })
      },
    },
  ],
  consoleSessionsEnd: [
    { tells: 'account_email/sessions_closed', by: () => make('consoleSessionsEnd', { params: person(), body: reason }) },
  ],
  consoleOperationHold: [
    {
      tells: 'notice/operation_held',
      by: async () => make('consoleOperationHold', { params: await operation(), body: { hold: 'dispute', ...reason } }),
    },
  ],
  consoleOperationLift: [
    {
      tells: 'notice/operation_resumed',
      async by() {
        const params = await operation()
        await make('consoleOperationHold', { params, body: { hold: 'dispute', ...reason } })
        await make('consoleOperationLift', { params, body: reason })
      },
    },
  ],
  consoleOperationWithdraw: [
    {
      tells: 'notice_email/operation_withdrawn',
      by: async () => make('consoleOperationWithdraw', { params: await operation(), body: { withPurchase: true, ...reason } }),
    },
  ],
  consoleDisputeAccept: [
    {
      tells: 'notice_email/dispute_lost',
      async by() {
        const { fixture, disputeId } = await dispute()
        await make('consoleDisputeAccept', { params: { disputeId }, body: reason })
        await fixture.work()
      },
    },
  ],
  consoleDisputeClose: [
    {
      tells: 'notice_email/dispute_won',
      by: async () =>
        make('consoleDisputeClose', { params: { disputeId: (await dispute()).disputeId }, body: { outcome: 'won', ...reason } }),
    },
  ],
  announcementCreate: [
    {
      tells: 'announcement_email/',
      by: () =>
        make('announcementCreate', {
          body: {
            texts: { es: { title: 'Fiesta', text: 'El lunes no hay transferencias.' } },
            accounts: null,
            mode: null,
            from: null,
            until: new Date(server.services.now().getTime() + 86_400_000).toISOString(),
            byMail: true,
          },
        }),
    },
  ],
  consoleDecisionAnswer: [
    {
      tells: 'customer_message/',
      by: async () =>
        make('consoleDecisionAnswer', { params: { decisionId: await waitingDecision() }, body: { verdict: 'refuse', ...reason } }),
    },
  ],
}
const invited = {
  email: 'titular@nuevo.test',
  firstName: 'Eva',
  lastName: 'Rey',
  type: 'enterprise',
  company: 'Rey S.L.',
  website: '',
} as const

it('tells the merchant, or stands in the list of those that tell nobody', () => {
  const writes = consoleCalls.filter(({ method }) => method !== 'GET').map(({ name }) => name)
  const decided = [...Object.keys(letterCases), ...Object.keys(untold)]
  expect({
    undecided: writes.filter((name) => !decided.includes(name)),
    unknown: decided.filter((name) => !writes.some((write) => write === name)),
  }).toEqual({ undecided: [], unknown: [] })
})

const cases = Object.entries(letterCases).flatMap(([name, all]) => all.map((one) => [name, one.tells, one.by] as const))
it.each(cases)('%s tells: %s', async (_, tells, by) => {
  await server.ownerSql(`truncate outbox, notifications cascade`)
  await by()
  const queued = await server.ownerSql<{ of: string }>(`select concat(o.kind, '/', coalesce(n.type, o.payload ->> 'news')) as of
    from outbox o left join notifications n on n.id::text = o.payload ->> 'notificationId' union select concat('notice/', n.type) from notifications n`)
  expect(queued.map(({ of }) => of)).toContain(tells)
  if (tells.startsWith('notice/')) return
  // Whole sentences: every value is there, and there is a place to go to.
  const letters: OutgoingEmail[] = []
  await sendOutbox({ ...server.services, mail: async (letter) => void letters.push(letter) })
  expect(letters.length).toBeGreaterThan(0)
  for (const { subject, text } of letters) {
    expect(`${subject} ${text}`).not.toMatch(/[{}]/)
    expect(text).toMatch(/https?:\/\/|@/)
  }
})
