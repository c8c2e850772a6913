import type { CallName } from '#contract/index'
import type { SettlementClaim, WholeSettlement } from '#contract/money/settlements'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { equationOf } from './equationOf.ts'

/** Icon of each status; an answered claim waits for the shop. */
export const claimKind: Record<SettlementClaim['state'], StatusKind> = { open: 'upcoming', answered: 'merchant', closed: 'accepted-filled' }

/**
 * Whether a claim may be opened: a payment in live mode, or lines that do not add up, and no open claim. After an answered
 * claim, a new one is a dispute of the answer.
 */
export const mayClaim = (settlement: WholeSettlement, sandbox: boolean, may: (call: CallName) => boolean): boolean =>
  !sandbox &&
  may('settlementClaimOpen') &&
  settlement.claim?.state !== 'open' &&
  (settlement.status === 'paid' || equationOf(settlement).differenceCents !== 0)

/** The difference, as a sentence. */
export function differenceText({ about, bankAmount, bankOn, difference }: SettlementClaim): string {
  if (about === 'lines') return t('settlements.claim.ofLines', { amount: money(difference) })
  if (bankAmount === 0 || bankAmount === null) return t('settlements.claim.nothingCame', { amount: money(-difference) })
  const values = { bank: money(bankAmount), date: bankOn === null ? '' : date(bankOn), amount: money(Math.abs(difference)) }
  return t(difference < 0 ? 'settlements.claim.less' : 'settlements.claim.more', values)
}

/** The bank's amount and date in a claim; null for a claim about lines. */
export const bankOf = ({ bankAmount, bankOn }: SettlementClaim): { amount: number; on: string | null } | null =>
  bankAmount === null ? null : { amount: bankAmount, on: bankOn }
