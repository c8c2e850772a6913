import type { Iban } from '#contract/merchants/ibans'
import { addDays, localDate, madridDay } from '#domain/platform/dates'
import { bankCodeOf, maskIban } from '#domain/money/iban'
import { rhythmOf } from '#domain/money/payoutTerms'
import { valueDayFrom } from '#domain/money/settlement'
import { readPayoutTermsOf, type ShopPayout } from '../../money/ledger/payoutTerms.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { bankOf } from '../places/bank.ts'

type Named = { id: string; name: string }
type Row = {
  id: string
  iban: string
  holder_name: string
  holder_document: string | null
  state: Iban['status']
  is_default: boolean
  file_name: string | null
  file_bytes: number | null
  file_at: Date | null
  shops: Named[]
  asked_by: Named | null
  created_at: Date
  confirmed_at: Date | null
  needs_second_owner: boolean
  second_owner: Named | null
  second_owner_at: Date | null
  reviewed_at: Date | null
  rejection_reason: string | null
  effective_from: Date | null
  new_device: boolean
  merchant_id: string | null
}

/** Bank accounts by a condition on `b`, newest change first, with the shops that the caller may enter; numbers are always masked. */
export async function readIbans(db: Connection, which: Sql, merchantIds: ReadonlySet<string>): Promise<Iban[]> {
  const rows = await db.rows<Row>(sql`
    select b.id, b.iban, b.holder_name, b.holder_document, b.state, b.is_default, u.file_name, octet_length(u.bytes) as file_bytes, u.created_at as file_at,
      b.created_at, b.confirmed_at, b.needs_second_owner, b.second_owner_at, b.reviewed_at, b.rejection_reason, b.effective_from, b.new_device,
      (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) order by m.created_at, m.id), '[]') from merchants m
        where m.id = any(${[...merchantIds]}::uuid[]) and (m.bank_account_id = b.id or m.id = b.merchant_id and b.state in ('unconfirmed', 'pending_review', 'cooling'))) as shops,
      (select jsonb_build_object('id', a.id, 'name', a.first_name || ' ' || a.last_name) from users a where a.id = b.requested_by) as asked_by,
      (select jsonb_build_object('id', a.id, 'name', a.first_name || ' ' || a.last_name) from users a where a.id = b.second_owner_id) as second_owner,
      b.merchant_id
    from bank_accounts b left join uploads u on u.id = b.upload_id
    where ${which} order by b.created_at desc, b.id desc`)
  const changing = rows.flatMap((row) => (row.effective_from !== null && row.merchant_id !== null ? [row.merchant_id] : []))
  const payout = changing.length === 0 ? new Map<string, ShopPayout>() : await readPayoutTermsOf(db, changing)
  return rows.map((row) => ibanOf(row, payout.get(row.merchant_id ?? '')))
}

function ibanOf(row: Row, payout: ShopPayout | undefined): Iban {
  const code = bankCodeOf(row.iban)
  const bank = bankOf(code)
  return {
    id: hexOf(row.id),
    iban: maskIban(row.iban),
    holderName: row.holder_name,
    holderDocument: row.holder_document,
    bankCode: code === '' ? null : code,
    bankName: bank?.name ?? null,
    bic: bank?.bic ?? null,
    status: row.state,
    isDefault: row.is_default,
    certificate:
      row.file_name !== null && row.file_bytes !== null && row.file_at !== null
        ? { fileName: row.file_name, sizeBytes: row.file_bytes, uploadedAt: row.file_at.toISOString() }
        : null,
    merchants: row.shops.map(named),
    requestedBy: row.asked_by && named(row.asked_by),
    requestedAt: row.created_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    needsSecondOwner: row.needs_second_owner,
    secondOwner: row.second_owner && row.second_owner_at && { ...named(row.second_owner), at: row.second_owner_at.toISOString() },
    reviewedAt: row.reviewed_at?.toISOString() ?? null,
    rejectionReason: row.rejection_reason,
    effectiveFrom: row.effective_from?.toISOString() ?? null,
    firstSettlementOn: firstSettlementOn(row, payout),
    paymentsPaused: row.state === 'cooling' && row.new_device,
  }
}

const named = ({ id, name }: Named) => ({ id: hexOf(id), name })

/**
 * Settlements are paid just after midnight of their value day, so the first one to a new account is that of the next value day; when
 * payments were paused, held ones are paid at once.
 */
function firstSettlementOn({ effective_from: from, new_device: paused }: Row, payout: ShopPayout | undefined): string | null {
  if (!from || !payout) return null
  const day = madridDay(from)
  return valueDayFrom(localDate(paused ? day : addDays(day, 1)), rhythmOf(payout.versions, payout.weekday))
}

/** The company's bank accounts, of shops that the caller may enter. */
export const ibanList: Handler<'ibanList'> = ({ db, caller }) => {
  const merchantIds = [...caller.merchantIds]
  return readIbans(
    db,
    sql`b.account_id = ${caller.accountId} and (b.merchant_id = any(${merchantIds}::uuid[]) or exists (select from merchants p where p.bank_account_id = b.id and p.id = any(${merchantIds}::uuid[])))`,
    caller.merchantIds,
  )
}

/** A shop's bank accounts: the one that it is paid to, pending changes, and earlier ones. */
export const merchantIbanList: Handler<'merchantIbanList'> = ({ db, scope, caller }) =>
  readIbans(
    db,
    sql`b.account_id = ${caller.accountId} and (b.merchant_id = ${scope.merchantId}
      or exists (select from merchants p where p.bank_account_id = b.id and p.id = ${scope.merchantId}))`,
    caller.merchantIds,
  )
