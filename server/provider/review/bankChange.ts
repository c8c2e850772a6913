import type { Iban } from '#contract/merchants/ibans'
import { formatDateTime } from '#domain/platform/dates'
import { groupIban, maskIban } from '#domain/money/iban'
import { paperChecks } from '#domain/merchants/company/papers'
import { applicationChecks, type Check } from '#domain/provider/applicationChecks'
import { workDeadline } from '#domain/provider/workTargets'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { text } from '../../platform/calls/messages.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sql } from '../../platform/database/sql.ts'
import type { FileKind } from '../../platform/uploads/fileKind.ts'
import { checkTexts } from './checkTexts.ts'
import { isMaskedFor } from './opened.ts'
import { maskName } from './sections.ts'

type Row = {
  account_id: string
  name: string
  person: string
  shop: string
  state: Iban['status']
  iban: string
  previous: string | null
  holder_name: string
  reviewed_at: Date | null
  needs_second_owner: boolean
  confirmed_at: Date | null
  created_at: Date
  new_device: boolean
  asked_by: string
  media_type: FileKind
  elsewhere: boolean
}

/** A change of bank account, with what it is compared with. Reading it leaves an audit entry. */
export const consoleBankChange: ConsoleHandler<'consoleBankChange'> = async ({ db, staff, params, query, audit }) => {
  const id = idFrom(params.ibanId)
  const row =
    await db.first<Row>(sql`select b.account_id, coalesce(nullif(e.name, ''), m.name) as name, coalesce(p.first_name || ' ' || p.last_name, '') as person,
      m.name as shop, b.state, b.iban, (select o.iban from bank_accounts o where o.id = b.previous_id) as previous, b.holder_name, b.reviewed_at, b.needs_second_owner,
      b.confirmed_at, b.created_at, b.new_device, u.first_name || ' ' || u.last_name as asked_by, f.media_type,
      exists (select from bank_accounts x where x.iban = b.iban and x.account_id <> b.account_id) as elsewhere
    from bank_accounts b join merchants m on m.id = b.merchant_id join users u on u.id = b.requested_by join uploads f on f.id = b.upload_id
      left join enterprises e on e.account_id = b.account_id left join profiles p on p.account_id = b.account_id
    where b.id = ${id}`)
  if (!row) throw notFound(params.ibanId)
  const isMasked = isMaskedFor(staff, query.reason)
  audit({
    entity: 'bank_account',
    entityId: id,
    accountId: row.account_id,
    after: query.reason === undefined ? undefined : { reason: query.reason },
  })
  return {
    id: hexOf(id),
    accountId: hexOf(row.account_id),
    name: row.name,
    shop: row.shop,
    state: row.state,
    isReviewed: row.reviewed_at !== null,
    needsSecondOwner: row.needs_second_owner,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    deadline: row.confirmed_at && workDeadline('bank_account', row.confirmed_at).toISOString(),
    isMasked,
    sections: [{ title: text('review.bank.title'), facts: bankFacts(row, isMasked) }],
    mediaType: row.media_type,
    reasons: [...paperChecks.bank_account_certificate],
  }
}

function bankFacts(row: Row, isMasked: boolean) {
  const bank = { iban: row.iban, elsewhere: row.elsewhere, holder: row.holder_name, names: [row.name, row.person] }
  const checks = applicationChecks({ bank })
  const of = (field: string): Check[] => checks.filter((check) => check.field === field)
  const name = (value: string) => (isMasked ? maskName(value) : value)
  const fact = (field: string, value: string, found: Check[] = []) => ({
    step: null,
    field,
    label: text(`review.bank.${field}`),
    value,
    checks: checkTexts(found),
  })
  return [
    fact('iban', isMasked ? maskIban(row.iban) : groupIban(row.iban), of('iban')),
    fact('holder', row.holder_name === row.person ? name(row.holder_name) : row.holder_name, of('holder')),
    fact('previous', row.previous === null ? '—' : maskIban(row.previous)),
    fact('shop', row.shop),
    fact('asked', text('review.bank.askedBy', { who: name(row.asked_by), when: formatDateTime(row.created_at) })),
    fact('device', text(row.new_device ? 'review.bank.newDevice' : 'review.bank.knownDevice')),
  ]
}
