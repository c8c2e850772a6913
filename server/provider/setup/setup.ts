import { isSetUp, type SetupItem, setupItems, type SetupState } from '#domain/provider/setup'
import { madridDay } from '#domain/platform/dates'
import { wrongCode } from '../../access/secondFactor/totp.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { queueStaffEmail } from '../staff/staffEmail.ts'
import { isMailCode } from './mailCode.ts'

/** The settings of each item that the server is started with. */
const settings: Readonly<Record<SetupItem, readonly string[]>> = {
  brand: ['BRAND_NAME', 'BRAND_SUPPORT_EMAIL', 'BRAND_COLOURS'],
  issuer: ['BRAND_LEGAL_NAME', 'INVOICE_ISSUER_TAX_ID', 'INVOICE_ISSUER_ADDRESS'],
  prices: [],
  mail: ['SMTP_URL', 'MAIL_FROM'],
  sms: ['SMS_PROVIDER', 'SMS_URL', 'SMS_TOKEN'],
  cards: ['PAYMENT_PROVIDER'],
  bank: ['BANK_IBAN', 'PAYOUT_DIR', 'BANK_STATUS_DIR'],
  identity: ['PAYMENT_PROVIDER'],
  decision: [],
  creditor: ['DEBIT_CREDITOR_ID'],
  backups: ['BACKUP_DIR'],
  merchant: [],
}

type Facts = { prices: boolean; mail: boolean; rules: boolean; archived: boolean; merchant: boolean }

/** `archived`: the archive of the database has taken a piece of its log, and the last attempt did not fail. */
async function readFacts(db: Connection, now: Date): Promise<Facts> {
  const facts = await db.first<Facts>(sql`select
      exists (select from price_lists where effective_on <= ${madridDay(now)}::date) as prices,
      exists (select from setup_proofs where item = 'mail') as mail,
      exists (select from decision_rules where effective_at <= ${now}) as rules,
      exists (select from pg_stat_archiver a where a.last_archived_time > coalesce(a.last_failed_time, '-infinity')) as archived,
      exists (select from merchants m join accounts a on a.id = m.account_id where m.status = 'active' and not a.demo) as merchant`)
  if (!facts) throw new Error('no facts of the installation')
  return facts
}

/** A product is named for its provider, not as we deliver it. */
const deliveredName = 'Trastienda'

function statesOf({ config }: Pick<Services, 'config'>, facts: Facts): Readonly<Record<SetupItem, SetupState>> {
  const { brand, invoicing, smtpUrl, sms, cards, bank, decision, debiting } = config
  const done = (is: boolean): SetupState => (is ? 'done' : 'missing')
  return {
    brand: done(brand.name !== deliveredName && !brand.supportEmail.endsWith('.example')),
    issuer: done(invoicing.issuer !== null && brand.legalName !== brand.name),
    prices: done(facts.prices),
    mail: smtpUrl === null ? 'missing' : facts.mail ? 'done' : 'untested',
    sms: sms.name === 'files' ? 'simulated' : 'done',
    cards: cards.name === 'simulated' ? 'simulated' : 'done',
    bank: bank.iban === null ? 'simulated' : 'done',
    // There is no other partner yet.
    identity: 'simulated',
    decision: done(decision.engine !== null || facts.rules),
    creditor: done(debiting.creditorId !== null),
    backups: done(facts.archived),
    merchant: done(facts.merchant),
  }
}

/** What this installation still needs; nothing with demo data. */
export const consoleSetup: ConsoleHandler<'consoleSetup'> = async ({ db, services, now }) => {
  const isProduction = services.config.nodeEnv === 'production'
  if (services.config.demo) return { items: [], isSetUp: true, isProduction }
  const states = statesOf(services, await readFacts(db, now))
  const items = setupItems.map((item) => ({ item, state: states[item], settings: [...settings[item]] }))
  return { items, isSetUp: isSetUp(Object.values(states), isProduction), isProduction }
}

/** Sends the caller an e-mail with a code. */
export const setupMailTest: ConsoleHandler<'setupMailTest'> = ({ db, staff, now, audit }) => {
  queueStaffEmail(db, { staffId: staff.staffId, news: 'test' }, now)
  audit({ entity: 'staff', entityId: staff.staffId, after: { mailTest: 'sent' } })
  return Promise.resolve(undefined)
}

/** Notes that mail arrives. Refuses with ApiValidationException another code. */
export const setupMailConfirm: ConsoleHandler<'setupMailConfirm'> = async ({ db, body, services, staff, now, audit }) => {
  if (!isMailCode(services.config.sessionSecrets, staff.staffId, body.code, now)) throw wrongCode()
  await db.run(sql`insert into setup_proofs (item, proved_at, staff_id) values ('mail', ${now}, ${staff.staffId})
    on conflict (item) do update set proved_at = excluded.proved_at, staff_id = excluded.staff_id`)
  audit({ entity: 'staff', entityId: staff.staffId, after: { mailTest: 'received' } })
  return undefined
}
