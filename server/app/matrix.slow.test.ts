import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isMemberPolicy } from '#contract/platform/policy'
import { type api, calls, type NamedCall } from '#contract/index'
import { commonErrors } from '#contract/platform/endpoint'
import { type Role } from '#domain/access/roles'
import { widgetDefaults } from '#domain/sales/widget/widgetPreferences'
import type { Mode } from '../platform/database/scope.ts'
import { ids, personas, type Persona } from '../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../testing/testServices.ts'
import { hexOf, toSnake } from '../platform/calls/wire.ts'

// Every call × member × shop × mode against one policy: `permissions` and membership only.
const people = ['anonymous', ...(Object.keys(personas) as Persona[])] as const
const modes: Mode[] = ['live', 'sandbox']
const missing = 'f'.repeat(32)
const operationOf = {
  [`${ids.merchantA1}/live`]: 'a1',
  [`${ids.merchantA1}/sandbox`]: 'a2',
  [`${ids.merchantA2}/live`]: 'a3',
  [`${ids.merchantB1}/live`]: 'b1',
} as const
const operationId = (digits: string) => `01900000-0000-7000-8000-0000000002${digits}`
const bodies: Partial<Record<keyof typeof api, object>> = {
  operationRefund: { amount: 100 },
  operationCapture: {},
  checkoutOfflineCreate: {
    submit_type: 'user',
    order: { total_amount: 60_000, articles: [{ name: 'Compra en tienda', quantity: 1, price: 60_000, tax_rate: 0 }] },
  },
  reportCreate: { type: 'operations', format: 'csv', from: '2026-01-01', to: '2026-01-31' },
  reportScheduleCreate: { type: 'operations', format: 'csv', frequency: 'daily', recipients: [] },
  packageRecipientAdd: { email: 'gestoria@a.test' },
  settlementCollect: { settlements: [{ id: missing, collected_on: '2026-01-02' }] },
  settlementClaimOpen: { bank: null, note: '' },
  settlementClaimClose: { claim: missing },
  mandateSign: { account: missing, place: 'Madrid' },
  mandateRevoke: { mandate: missing },
  bankCheck: { amount: 60_000, document_id: '12345678Z' },
  bankCheckSend: { channels: ['sms'], phone: '612345678' },
  campaignUpdate: { revision: 1 },
  campaignPublish: { revision: 1 },
  campaignBulk: { action: 'pause', ids: [missing] },
  campaignArticleAdd: { articles: [{ id: 'A' }] },
  campaignArticleUpdate: { id: 'A', name: '', url: '', description: '', image_url: '', revision: 1 },
  campaignArticleRemove: { ids: ['A'] },
  noteCreate: { text: 'Una nota' },
  disputeAnswer: { text: 'Lo recibió.' },
  disputeFileUpload: { kind: 'delivery' },
  customerErase: { ground: 'request' },
  operationChangesSeen: { until: '2026-01-01T00:00:00.000Z' },
  viewCreate: { name: 'Una vista', filters: [], shared: false },
  viewUpdate: { revision: 1 },
  inboxAssign: { key: `capture:${missing}`, user_id: null },
  inboxSnooze: { key: `capture:${missing}`, snooze: null },
  inboxCheck: { key: `duplicate:${missing}` },
  keyRenew: { overlap_hours: 24 },
  widgetCheck: { url: 'nada' },
  sandboxClock: { advance_days: 1 },
  webhookCreate: { url: 'https://tienda.example/avisos', events: ['report.ready'] },
  webhookSecretRenew: { overlap_hours: 24 },
  configurationUpdate: { cart: { min_amount: null, max_amount: null }, revision: 0 },
  widgetSave: { preferences: toSnake(widgetDefaults.product) as object, revision: 1 },
  widgetPublish: { revision: 1 },
  widgetRestore: { number: 1, revision: 1 },
  audienceCreate: { name: 'Una', identifier_type: 'email', basis: 'consent', rows: '1', duplicates: '0', invalid: '0' },
  audienceFromOperations: { name: 'Otra', identifier_type: 'email', basis: 'consent', filters: {} },
  audienceRename: { name: 'Otro nombre', revision: 1 },
  audienceContains: { member: 'a'.repeat(64) },
  mePreferredMerchant: { prefered_merchant_uuid: missing },
  languageChoose: { language: 'es' },
  ownLimitsUpdate: { idle_seconds: 3600 },
  merchantAccountUpdate: { billing_email: 'facturas@a.test', password: 'wrong' },
  passwordChange: { old_password: 'wrong', new_password1: 'x', new_password2: 'y' },
  invitationJoin: { token: 'a'.repeat(43) },
  meStepUp: { password: 'wrong' },
  requestOutcome: { method: 'POST', path: '/v2/merchants' },
  emailChangeStart: { email: 'otra@a.test', password: 'wrong' },
  authenticatorConfirm: { code: '000000' },
  passkeyAdd: { name: '', credential_id: 'A', public_key: 'A', algorithm: -7, authenticator_data: 'A', client_data: 'A' },
  refundRequestCreate: { amount: 100 },
  teamInvite: { emails: ['nueva@a.test'], role: 'guest' },
  accessRequestCreate: { right: 'operations' },
  handoverOffer: { user_id: missing },
  viewAsStart: { role: 'guest' },
  continuationCreate: { path: '/', drafts: [] },
  continuationTake: { id: missing, token: 'a'.repeat(43) },
  pushSubscribe: { endpoint: 'http://avisos.example/a', p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
  tillOpen: { merchant_id: missing, name: 'Caja' },
  tillPin: { pin: '2580' },
  documentUpload: { type: 'bank_account_certificate', side: 'single' },
  onboardingType: { type: 'enterprise' },
  holderSave: { holders: [], revision: 0 },
  delegationCreate: { step: 'docs-upload', document_type: 'bank_account_certificate', recipient: 'Gestoría' },
  merchantCreate: {
    name: 'Otra tienda',
    url: null,
    business_activity: '06',
    iban: 'ES9021000418450200051332',
    monthly_earnings: 1,
    average_amount: 1,
  },
  merchantIbanCreate: { iban: 'ES9121000418450200051332' },
}
/** Calls about a company or its owners. */
const ofCompanies: ReadonlySet<string> = new Set<keyof typeof api>([
  'enterprise',
  'enterpriseCreate',
  'enterpriseUpdate',
  'ownerList',
  'ownerCreate',
  'ownerUpdate',
  'ownerDelete',
  'holderList',
  'holderSave',
])
const someDays = '?from=2026-03-02&to=2026-03-08'
const queries: Partial<Record<keyof typeof api, string>> = {
  insightSales: someDays,
  insightFunnel: someDays,
  insightMoney: someDays,
  insightRefunds: someDays,
  insightCustomers: someDays,
  insightCampaigns: someDays,
  insightTeam: someDays,
  insightShops: someDays,
  moneyCalendar: someDays,
  audiencePreview: '?identifier_type=email',
  accessOffer: '?right=operations',
  planSimulator: '?amount=60000',
  emailChangeValidate: '?token=A',
  operationDownload: '?format=csv',
  operationBulkPreview: `?action=refund&ids=${missing}`,
  settlementDownload: '?format=csv',
  settlementDownloadMany: '?format=csv',
  invoiceDownload: '?format=pdf',
  invoiceDownloadMany: '?format=facturae',
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const [place, digits] of Object.entries(operationOf)) {
    const [merchantId, mode] = place.split('/')
    await server.ownerSql(
      `insert into operations (merchant_id, mode, id, substatus, status_reason, channel, product, capture_mode, total_cents, num_instalments, tin_bps, tae_bps,
      fee_bps, fee_fixed_cents, vat_bps, reference_tin_bps, first_name, last_name, email, search_text, created_at, expires_at)
      values ($1, $2, $3, 'pending_customer', 'in_process', 'online', 'instalments', 'automatic', 60000, 6, 1999, 2192, 250, 30, 2100, 1999, 'Ana', 'Mora', 'ana@mora.test', 'ana mora', now(), now() + interval '1 hour')`,
      [merchantId, mode, operationId(digits)],
    )
  }
})
afterAll(() => server.close())

type Cell = { endpoint: NamedCall; who: (typeof people)[number]; merchant: string | null; operation: string | null; mode: Mode }

/** The expected outcome by the policy, independent of the code that enforces it. */
function expected({ endpoint, who, merchant, operation, mode }: Cell): string {
  if (who === 'anonymous') return 'NotAuthenticated'
  const { role, account, only } = personas[who] as { role: Role; account: string; only?: string }
  if (!(endpoint.policy.roles as readonly Role[]).includes(role)) return 'PermissionDenied'
  if ('whenDisabled' in endpoint.policy && endpoint.policy.whenDisabled !== 'allowed' && who === 'disabledC') return 'AccountDisabled'
  const ownShops = (Object.entries(ids) as [string, string][])
    .filter(([name, id]) => name.startsWith('merchant') && account.slice(-2, -1) === id.slice(-2, -1))
    .map(([, id]) => id)
  const entered = merchant === null || ((only === undefined ? ownShops : [only]) as (string | null)[]).includes(merchant)
  if (!entered) return `404 ${merchant === null ? '' : hexOf(merchant)}`
  // A self-employed merchant has no company: not found, not forbidden.
  if (ofCompanies.has(endpoint.name) && [ids.accountB, ids.accountD].includes(account as never)) return `404 ${hexOf(account)}` // looks for any id among two
  if (operation === null) return 'reached'
  const lives = (operationOf as Record<string, string>)[`${merchant}/${mode}`]
  return lives !== undefined && operationId(lives) === operation ? 'reached' : `404 ${hexOf(operation)}`
}

/** With an invalid file: authorised, then refused. */
function formOf(body: object, file: string): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(body)) form.append(key, String(value))
  form.append(file, new Blob(['no file']), 'x.pdf')
  return form
}

async function happened(cell: Cell): Promise<{ outcome: string; requestId: string; mode: string }> {
  const { endpoint, who, merchant, operation, mode } = cell
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'merchantId' ? hexOf(merchant ?? missing) : name === 'operationId' ? hexOf(operation ?? missing) : missing,
  )
  const body = bodies[endpoint.name]
  const ask = () =>
    server.send(endpoint.method, path + (queries[endpoint.name] ?? ''), {
      ...(body ? { body: endpoint.file ? formOf(body, endpoint.file.name) : JSON.stringify(body) } : {}),
      ...(who === 'anonymous' ? {} : { as: who }),
      mode,
    })
  let answer = await ask()
  // A person's files are received a few at a time.
  while (endpoint.file && answer.status === 429) answer = await ask()
  const error = (answer.status >= 400 ? JSON.parse(answer.raw) : {}) as { error?: { type: string; fields?: { uuid?: string } } }
  const type = error.error?.type
  // The limit on concurrent exports only applies to members who may export.
  const letIn = ['ApiValidationException', 'TooManyRequests']
  const isFinal = type === undefined || (endpoint.refusals as readonly string[]).includes(type) || letIn.includes(type)
  // A call on another object (a notice, a held refund) that does not exist was authorised.
  const outcome =
    type === 'ObjectNotFoundException'
      ? error.error?.fields?.uuid === missing
        ? 'reached'
        : `404 ${error.error?.fields?.uuid}`
      : type === 'PermissionDenied'
        ? type
        : isFinal
          ? 'reached'
          : String(type)
  return { outcome, requestId: answer.headers.get('x-request-id') ?? '', mode: answer.headers.get('content-type') ?? '' }
}

const noShop = '01900000-0000-7000-8000-0000000000ff'
/** The modes differ in which operations exist; other calls are asked for in one mode, by turns. */
const modeOf = (call: number, who: number): Mode => ((call + who) % 2 === 0 ? 'live' : 'sandbox')

/**
 * By `npm test` every call by every member in the first shop. Without a session the first shop and operation tell all of them; a shop that does not exist is
 * asked for by an owner, because it is like one of somebody else; the other shops are asked for by the owners and by who may enter one shop only, and by the
 * others in a sixth of the calls by turns; in the first shop every operation is asked for by the owner and by a guest, whose roles differ most, and otherwise
 * a shop's own, or the first shop's where it has none. All pairs, in both modes, by `npm run nightly`.
 */
function isOfToday({ who, merchant, operation, mode }: Cell, usual: Mode, isFirst: boolean, turn: number): boolean {
  if (who === 'anonymous') return isFirst && mode === usual
  if (merchant === noShop && who !== 'ownerA') return false
  if (merchant !== null && merchant !== ids.merchantA1 && !inOtherShops.has(who) && turn % 6 !== 0) return false
  if (operation === null) return mode === usual
  const own = (operationOf as Record<string, string>)[`${merchant}/${mode}`]
  return merchant === ids.merchantA1 && forEveryOperation.has(who)
    ? mode === usual || operation === operationId('a2')
    : operation === operationId(own ?? 'a1')
}
const forEveryOperation: ReadonlySet<string> = new Set<Persona>(['ownerA', 'guestA'])
const inOtherShops: ReadonlySet<string> = new Set<Persona>(['ownerA', 'ownerB', 'limitedA'])

const cells: Cell[] = calls
  // A customer's calls know no people: they have a matrix of their own (server/sales/checkout/access.slow.test.ts).
  .filter((endpoint) => isMemberPolicy(endpoint.policy) && endpoint.name !== 'sessionSignOut')
  .flatMap((endpoint, call) =>
    people.flatMap((who, nthPerson) =>
      modes.flatMap((mode) => {
        const merchants = endpoint.path.includes('{merchantId}') ? [ids.merchantA1, ids.merchantA2, ids.merchantB1, noShop] : [null]
        const operations = endpoint.path.includes('{operationId}') ? Object.values(operationOf).map(operationId) : [null]
        return merchants
          .flatMap((merchant) => operations.map((operation) => ({ endpoint, who, merchant, operation, mode })))
          .filter((cell, nth) => process.env.NIGHTLY !== undefined || isOfToday(cell, modeOf(call, nthPerson), nth === 0, call + nthPerson))
      }),
    ),
  )

describe('the policy', () => {
  it(`holds in all ${cells.length} cells, and every write and refusal leaves its line`, async () => {
    const wrong: string[] = []
    const lines = new Map<string, { cell: Cell; outcome: string }>()
    for (let at = 0; at < cells.length; at += 6) {
      await Promise.all(
        cells.slice(at, at + 6).map(async (cell) => {
          const seen = await happened(cell)
          const name = `${cell.endpoint.name} by ${cell.who} on ${cell.merchant}/${cell.operation} in ${cell.mode}`
          if (seen.outcome !== expected(cell)) wrong.push(`${name}: ${seen.outcome}, not ${expected(cell)}`)
          if (seen.outcome !== 'reached' && !seen.mode.includes(cell.mode === 'sandbox' ? '.sandbox.v2+json' : 'trastienda.v2+json'))
            wrong.push(`${name}: answered as ${seen.mode}`)
          lines.set(seen.requestId, { cell, outcome: seen.outcome })
        }),
      )
    }
    expect(wrong).toEqual([])
    const written = new Map(
      (await server.ownerSql<{ request_id: string; n: string }>('select request_id, count(*) as n from audit_entries group by 1')).map(
        (row) => [row.request_id, Number(row.n)],
      ),
    )
    const unwritten = [...lines].filter(
      ([id, { cell, outcome }]) =>
        (outcome === 'reached' ? cell.endpoint.method !== 'GET' : outcome !== 'NotAuthenticated') && written.get(id) !== 1,
    )
    expect(unwritten.map(([, { cell, outcome }]) => `${cell.endpoint.name} by ${cell.who}: ${outcome}`)).toEqual([])
  })

  it('refuses nothing that the contract does not declare', () => {
    for (const endpoint of calls) for (const type of endpoint.refusals) expect([...commonErrors, ...endpoint.refusals]).toContain(type)
  })

  it('answers a stranger’s id and a missing one with the same bytes but for the ids', async () => {
    const answers = await Promise.all(
      [hexOf(operationId('b1')), missing].map((operation) =>
        server
          .send('GET', `/v2/merchants/${hexOf(ids.merchantA1)}/orders/${operation}`, { as: 'ownerA' })
          .then(({ status, raw }) => `${status} ${raw.replaceAll(operation, 'ID').replace(/"request_id":"[^"]+"/, '')}`),
      ),
    )
    expect(answers[0]).toBe(answers[1])
  })
})
