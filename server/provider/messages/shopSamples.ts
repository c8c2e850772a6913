import { workKey } from '#domain/merchants/inbox'
import { weeksBefore } from '#domain/merchants/weeklyEmail'
import { addDays, localDate } from '#domain/platform/dates'
import { hasText, messagesUnder, paragraphsOf, text } from '../../platform/calls/messages.ts'
import { ibanContent } from '../../merchants/ibans/ibanEmail.ts'
import { digestContent } from '../../merchants/noticeDelivery/digest.ts'
import { weeklyContent } from '../../merchants/noticeDelivery/weeklyContent.ts'
import { noticeContent } from '../../merchants/noticeDelivery/noticeEmail.ts'
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

/** Values for the placeholders of notices. */
const noticeWords: Readonly<Record<string, string>> = {
  amount: '318,00 €',
  customer: 'Carmen Ibáñez',
  deadline: '29.11.2026 11:30',
  reference: 'L-2026-000318',
  order: 'PED-10493',
  name: 'Xiana Zubizarreta',
  shop: invented.shop,
  campaign: 'Navidad sin intereses',
  iban: '•••• 1332',
  from: '29.11.2026 11:30',
  to: 'Adán Peña',
  by: 'Adán Peña',
  date: '29.11.2026',
  day: '29.11.2026',
  until: '29.11.2026 11:30',
  on: '29.11.2026',
  address: 'https://tienda.example/avisos',
  count: '3',
  hours: '6',
  last4: '1332',
  key: '9f3c',
  document: 'DNI',
  creditorId: 'ES12ZZZ00000000',
  mandate: 'M-2026-17',
  result: '+39,04\u00a0%',
}
const inWords = (name: string, { brand }: Config) => (name === 'creditor' ? brand.legalName : (noticeWords[name] ?? `(${name})`))

/** The placeholders of the messages of a notice. */
const placesOf = (type: string): string[] => [
  ...new Set(
    [`shell.notification.${type}`, `mail.next.${type}`]
      .filter(hasText)
      .flatMap((key) => [...paragraphsOf(key).join('\n').matchAll(/\{(\w+)[}:]/g)].map((match) => match[1] ?? '')),
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
        reference: 'L-2026-000318',
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
  shop('package recipient', (config) =>
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
        values: placesOf(type).map((key) => ({ key, value: inWords(key, config) })),
        action_url: `/merchants/${hexOf(invented.id)}`,
        mode: 'live',
        shop: invented.shop,
      },
      config,
    ),
}))
