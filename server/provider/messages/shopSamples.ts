import { workKey } from '#domain/merchants/inbox'
import { weeksBefore } from '#domain/merchants/weeklyEmail'
import { addDays, formatDate, formatDateTime, localDate } from '#domain/platform/dates'
import { hasText, messagesUnder, paragraphsOf, text } from '../../platform/calls/messages.ts'
import { ibanContent } from '../../merchants/ibans/ibanEmail.ts'
import { digestContent } from '../../merchants/noticeDelivery/digest.ts'
import { weeklyContent } from '../../merchants/noticeDelivery/weeklyContent.ts'
import { noticeContent } from '../../merchants/noticeDelivery/noticeEmail.ts'
import type { Sentence } from '../../merchants/notices/notify.ts'
import type { OpenWork } from '../../merchants/tasks/derive.ts'
import { keyContent } from '../../merchants/preferences/keyEmail.ts'
import { invoiceContent } from '../../money/invoices/invoiceEmail.ts'
import { payoutContent } from '../../money/payouts/payoutEmail.ts'
import { packageContent } from '../../money/reports/packageEmail.ts'
import { reportContent } from '../../money/reports/reportEmail.ts'
import { announcementContent } from '../announcements/announcementEmail.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Sample, invented, inventedLink } from './sampleFacts.ts'
import { hexOf } from '../../platform/calls/wire.ts'

const shop = (name: string, write: Sample['write']): Sample => ({ name, group: 'shop', write })
const reader = { email: invented.email, locale: null }

type Said = readonly Sentence[]
const said = (of: string, values: Sentence['values'] = {}): Said => [{ of, values }]

/** Values for the placeholders of notices. */
const noticeWords: Readonly<Record<string, string | Said>> = {
  amount: '318,00\u00a0€',
  customer: 'Carmen Ibáñez',
  deadline: formatDateTime(invented.soon),
  reference: 'LIQ-2026-000318',
  order: 'PED-10493',
  name: 'Xiana Zubizarreta',
  shop: invented.shop,
  campaign: 'Navidad sin intereses',
  iban: '•••• 1332',
  from: formatDateTime(invented.soon),
  to: 'Adán Peña',
  by: 'Adán Peña',
  date: formatDate(invented.soon),
  day: formatDate(invented.soon),
  until: formatDateTime(invented.soon),
  on: formatDate(invented.soon),
  address: 'https://tienda.example/avisos',
  count: '3',
  hours: '6',
  last4: '1332',
  key: '9f3c',
  document: said('company.paper.bank_account_certificate'),
  creditorId: 'ES12ZZZ00000000',
  mandate: 'M-2026-17',
  result: [
    { of: 'campaigns.server.report.sold', values: { count: 24, amount: '7.632,00\u00a0€', cost: '318,00\u00a0€' } },
    { of: 'campaigns.server.report.compared', values: { change: '+39,04\u00a0%' } },
  ],
  right: said('team.right.settlements'),
  reason: 'La documentación de la empresa ha caducado.',
  message: 'El domicilio no es el de la escritura.',
  answer: 'Faltaba una devolución de ese día: la incluimos en la próxima liquidación.',
  report: [{ of: 'reports.type.month_package' }, { of: 'reports.notice.days', values: { from: '01.10.2026', to: '31.10.2026' } }],
  missing: said('reports.notice.missing.invoice'),
}

const debit = { reference: 'ADE-2026-0C9A41D7B2E6' }
const invoice = { reference: 'F-2026-000118' }
const till = { name: 'Mostrador' }
const disputed = { reason: said('disputes.reason.not_received') }
/** Values of one type: for placeholders that mean something else there, and its reason (`why`). */
const wordsOfType: Readonly<Record<string, Readonly<Record<string, string | Said>>>> = {
  debit_charged: debit,
  debit_cancelled: debit,
  debit_failed: { ...debit, reason: said('debits.reason.AM04') },
  mandate_signed: { reference: 'M-2026-17' },
  mandate_ended: { reference: 'M-2026-17' },
  invoice_available: invoice,
  till_closed: till,
  till_pin_missed: till,
  till_pin_lost: till,
  dispute_inquiry: disputed,
  dispute_opened: disputed,
  operation_held: { what: said('mail.held.dispute') },
  operation_withdrawn: { what: said('mail.withdrawn.purchase') },
  terms_changing: {
    what: [{ of: 'prices.notice.instalments' }, { of: 'prices.notice.feeRate', values: { before: '3,20\u00a0%', after: '2,90\u00a0%' } }],
  },
  document_rejected: { why: said('company.paperReason.illegible') },
  iban_rejected: { why: said('bankAccounts.reason.name_mismatch') },
  merchant_rejected: { why: 'No trabajamos con ventas a domicilio.' },
}

/** In the current language. Throws where a notice has a placeholder that has no value here. */
function inWords(key: string, type: string, { brand }: Config): string {
  const ofBrand: Readonly<Record<string, string>> = { creditor: brand.legalName, support: brand.supportEmail }
  const value = ofBrand[key] ?? wordsOfType[type]?.[key] ?? noticeWords[key]
  if (value === undefined) throw new Error(`the sample of the notice ${type} has no value for {${key}}`)
  return typeof value === 'string' ? value : value.map(({ of, values }) => text(of, values)).join(' ')
}

/** The names of a notice's values: the placeholders of its messages, and its reason. */
const placesOf = (type: string): string[] => [
  ...new Set(
    [`shell.notification.${type}`, `mail.next.${type}`]
      .filter(hasText)
      .flatMap((key) => [...paragraphsOf(key).join('\n').matchAll(/\{(\w+)[}:]/g)].map((match) => match[1] ?? ''))
      .concat(Object.keys(wordsOfType[type] ?? {})),
  ),
]

/** Kinds that are a part of others' e-mails. */
const parts: ReadonlySet<string> = new Set(['why', 'other'])
const noticeTypes = Object.keys(messagesUnder('shell.notification.'))
  .map((key) => key.replace('shell.notification.', ''))
  .filter((type) => !parts.has(type))

/** A capture that is due after so many hours. */
const openCapture = (hours: number): OpenWork => ({
  key: workKey('capture', '0'.repeat(32)),
  kind: 'capture',
  objectId: '0'.repeat(32),
  subject: 'Carmen Ibáñez',
  reference: 'PED-10493',
  amount: 15_900,
  since: invented.at.toISOString(),
  deadline: new Date(invented.at.getTime() + hours * 3_600_000).toISOString(),
})

/** Eight weeks that grow, up to the one of the invented day. */
const weekly = {
  name: 'Xiana',
  shop: invented.shop,
  merchantId: invented.id,
  waiting: { count: 2, amount: 31_800 },
  weeks: weeksBefore(localDate('2026-11-23')).map((week, nth) => {
    const days = [3, 2, 4, 3, 6, 9, 0].map((share, place) => ({ on: addDays(week.from, place), sold: share * (9_000 + 1_370 * nth) }))
    const sold = days.reduce((sum, day) => sum + day.sold, 0)
    return { ...week, operations: 18 + nth, sold, refunds: 12_340, refundedShare: 320 + nth, paid: Math.round(sold * 0.94), days }
  }),
}

/** What shops get about their money, keys and work. */
export const shopSamples: readonly Sample[] = [
  ...(['requested', 'approved'] as const).map((news) =>
    shop(`iban-${news}`, (config) =>
      ibanContent(
        {
          news,
          iban: invented.iban,
          old: 'ES7921000813610123456789',
          shop: invented.shop,
          who: 'Adán Peña',
          created_at: invented.at,
          user_agent: invented.device,
          effective_from: invented.soon,
          new_device: news === 'approved',
          link: `${config.publicUrl}/stop-change#${invented.id}`,
        },
        config,
      ),
    ),
  ),
  ...(['created', 'renewed', 'revoked'] as const).map((news) =>
    shop(`key-${news}`, (config) =>
      keyContent(
        {
          ...reader,
          news,
          kind: 'private',
          last_four: '9f3c',
          shop: invented.shop,
          who: 'Adán Peña',
          at: invented.at,
          first_name: 'Xiana',
          mode: 'live',
          overlapEndsAt: invented.soon,
        },
        config,
      ),
    ),
  ),
  ...(['invoice', 'rectifying'] as const).map((kind) =>
    shop(kind === 'invoice' ? 'invoice' : 'rectifying-invoice', (config) =>
      invoiceContent(
        {
          ...reader,
          locale: null,
          id: invented.id,
          merchant_id: invented.id,
          shop: invented.shop,
          series: kind === 'invoice' ? 'F' : 'R',
          year: 2026,
          number: 118,
          kind,
          period_from: '2026-10-01',
          period_to: '2026-10-31',
          total_cents: kind === 'invoice' ? 48_221n : -1_210n,
        },
        config,
      ),
    ),
  ),
  shop('payout-returned', (config) =>
    payoutContent(
      {
        ...reader,
        merchant_id: invented.id,
        settlement_id: invented.id,
        reference: 'LIQ-2026-000318',
        amount_cents: 3_038_343n,
        iban: invented.iban,
        shop: invented.shop,
        name: 'Xiana',
      },
      config,
    ),
  ),
  shop('report', (config) =>
    reportContent(
      {
        report: { type: 'operations', from_on: '2026-10-01', to_on: '2026-10-31' },
        shop: invented.shop,
        until: '26.12.2026 11:30',
        isTest: false,
        merchantId: invented.id,
      },
      config,
    ),
  ),
  shop('package-recipient', (config) =>
    packageContent(
      { shop: invented.shop, link: inventedLink(config, '/package'), isTest: false, ready: null, until: invented.at },
      config,
    ),
  ),
  shop('package', (config) =>
    packageContent(
      {
        shop: invented.shop,
        link: inventedLink(config, '/package'),
        isTest: false,
        ready: { from: '2026-10-01', to: '2026-10-31', stopLink: inventedLink(config, '/package') },
        until: invented.at,
      },
      config,
    ),
  ),
  shop('digest', (config) =>
    digestContent(
      {
        name: 'Xiana',
        now: invented.at,
        severalShops: true,
        shops: [
          { id: invented.id, name: invented.shop, open: [openCapture(2), openCapture(60)], paid: [{ net_cents: 3_038_343n }] },
          { id: invented.id, name: 'Tienda Gran Vía', open: [openCapture(80)], paid: [] },
        ],
      },
      config,
    ),
  ),
  shop('weekly', (config) => weeklyContent(weekly, config)),
  shop('announcement', (config) =>
    announcementContent(
      { ...reader, texts: { es: { title: text('messages.sample.title'), text: text('messages.sample.text') } } },
      config,
    ),
  ),
]

export const noticeSamples: readonly Sample[] = noticeTypes.map((type) => ({
  name: `notice-${type.replaceAll('_', '-')}`,
  group: 'notices',
  write: (config) =>
    noticeContent(
      {
        type,
        values: placesOf(type).map((key) => ({ key, value: inWords(key, type, config) })),
        action_url: `/merchants/${hexOf(invented.id)}`,
        mode: 'live',
        shop: invented.shop,
      },
      config,
    ),
}))
