import { expect, type Page, test } from '@playwright/test'
import { localDate, madridDay } from '../domain/platform/dates.ts'
import { cents } from '../domain/platform/money.ts'
import { simulatedBank } from '../server/money/payments/simulatedBank.ts'
import { accountFile } from '../server/money/payments/simulatedBankFiles.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { examineConsole } from './examineConsole.ts'
import { running } from './newOwner.ts'
import { newStaff } from './newStaff.ts'
import { nightlyOnly } from './nightly.ts'
import { t } from './words.ts'

type Paid = { merchant_id: string; settlement_id: string; reference: string; amount: number; done_at: string }

const owner = <T>(work: Parameters<typeof withClient<T>>[1]) => withClient(running().ownerUrl, work)

/** Two payments of the demo: one that is as before the bank executed it, and one that was executed. */
const twoPayments = (): Promise<[Paid, Paid]> =>
  owner(async (client) => {
    const { rows } = await client.query<Paid>(
      `select distinct on (merchant_id) merchant_id, settlement_id, reference, amount_cents::int as amount, done_at::text from payouts where state = 'confirmed'
       order by merchant_id, done_at desc limit 2`,
    )
    const [open, executed] = rows
    if (!open || !executed) throw new Error('the demo has no two executed payments')
    await client.query('begin; set local session_replication_role = replica')
    const of = [open.merchant_id, open.done_at]
    await client.query(
      `with gone as (delete from ledger_journals where merchant_id = $1 and mode = 'live' and kind = 'payout' and at = $2::timestamptz returning id),
         lines as (delete from ledger_lines l using gone where l.merchant_id = $1 and l.mode = 'live' and l.journal_id = gone.id returning l.account, l.amount_cents)
       insert into ledger_day_entries (merchant_id, day, kind, account, amount_cents)
         select $1, ($2::timestamptz at time zone 'Europe/Madrid')::date, 'payout', account, -amount_cents from lines`,
      of,
    )
    const settlement = [open.merchant_id, open.settlement_id]
    await client.query(`update payouts set state = 'sent', done_at = null where merchant_id = $1 and settlement_id = $2`, settlement)
    await client.query(
      `update settlements set status = 'closed', paid_at = null where merchant_id = $1 and mode = 'live' and id = $2`,
      settlement,
    )
    await client.query(
      `update listed_settlements set status = 'closed', payout_state = 'sent', done_at = null where merchant_id = $1 and id = $2`,
      settlement,
    )
    await client.query(
      `insert into payout_queue (merchant_id, settlement_id, reference, ask_at) values ($1, $2, $3, 'infinity') on conflict (reference) do update set ask_at = 'infinity'`,
      [...settlement, open.reference],
    )
    await client.query('commit')
    return [open, executed]
  })

const drop = (page: Page, files: readonly { name: string; content: string }[]) =>
  page
    .getByLabel(t('bankFiles.choose'))
    .last()
    .setInputFiles(files.map(({ name, content }) => ({ name, mimeType: 'application/xml', buffer: Buffer.from(content) })))

test(
  'finance uploads what the bank says: a payment is executed, another returned, and one line waits for somebody',
  nightlyOnly,
  async ({ browser }) => {
    const [open, executed] = await twoPayments()
    const finance = await newStaff(browser, ['finance'], ['Fina', 'Roca'])
    const { iban } = simulatedBank()
    const file = accountFile({
      format: 'camt.054',
      version: 8,
      messageId: 'AVISO-JORNADA',
      at: new Date(),
      iban,
      on: localDate(madridDay(new Date())),
      orders: [
        { kind: 'transfer', reference: open.reference, amountCents: cents(open.amount), outcome: 'executed' },
        { kind: 'transfer', reference: executed.reference, amountCents: cents(executed.amount), outcome: 'returned', code: 'AC04' },
      ],
      others: [{ amountCents: 12_345, text: 'Ingreso sin referencia de Panadería Ñandú' }],
    })
    await finance.goto('/console/money/bank-files')
    await drop(finance, [
      { name: 'avisos.xml', content: file },
      { name: 'cortado.xml', content: file.slice(0, 300) },
    ])
    await expect(finance.getByText(t('errors.ProviderActionNotAllowed.bankFileMalformed'))).toBeVisible()
    await expect(finance.getByText(t('bankFiles.result.would'))).toHaveCount(2)
    const wrong = await examineConsole(finance)
    await finance.getByRole('button', { name: t('bankFiles.apply', { count: 1 }) }).click()
    await finance.getByRole('link', { name: 'avisos.xml' }).click()
    await expect(finance.getByText(t('bankFiles.result.applied'))).toHaveCount(2)
    await expect(finance.getByText(t('bankFiles.why.unknown'))).toBeVisible()
    wrong.push(...(await examineConsole(finance)))
    await finance
      .getByRole('button', { name: t('shell.verbs') })
      .last()
      .click()
    await finance.getByRole('menuitem', { name: t('bankFiles.dismiss') }).click()
    await finance.getByLabel(t('bankFiles.dismissReason')).fill('Es de otra cuenta nuestra')
    await finance
      .getByRole('dialog')
      .getByRole('button', { name: t('bankFiles.dismiss') })
      .click()
    await expect(finance.getByText(t('bankFiles.result.dismissed'), { exact: true }).first()).toBeVisible()

    await finance.goto(`/console/money/payouts?search=${executed.reference}`)
    await expect(finance.getByRole('table').getByText(t('money.payout.returned')).first()).toBeVisible()
    await finance.goto(`/console/money/payouts?search=${open.reference}`)
    await expect(finance.getByRole('table').getByText(t('money.payout.paid')).first()).toBeVisible()
    expect(wrong).toEqual([])
  },
)
