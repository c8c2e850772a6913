import type { CallName } from '#contract/index'
import type { SettlementClaim, WholeSettlement } from '#contract/money/settlements'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { equationOf } from './equationOf.ts'

/** The drawing of each state: an answered one waits for the shop. */
export const claimKind: Record<SettlementClaim['state'], StatusKind> = { open: 'upcoming', answered: 'merchant', closed: 'accepted-filled' }

/**
 * Whether there may be something to claim: real money that was paid, or lines that do not add up, and no claim that waits for an answer. With one that
 * was answered it is a disagreement.
 */
export const mayClaim = (settlement: WholeSettlement, sandbox: boolean, may: (call: CallName) => boolean): boolean =>
  !sandbox &&
  may('settlementClaimOpen') &&
  settlement.claim?.state !== 'open' &&
  (settlement.status === 'paid' || equationOf(settlement).differenceCents !== 0)

/** What differs, in a sentence. */
export function differenceText({ about, bankAmount, bankOn, difference }: SettlementClaim): string {
  if (about === 'lines') return t('settlements.claim.ofLines', { amount: money(difference) })
  if (bankAmount === 0 || bankAmount === null) return t('settlements.claim.nothingCame', { amount: money(-difference) })
  const values = { bank: money(bankAmount), date: bankOn === null ? '' : date(bankOn), amount: money(Math.abs(difference)) }
  return t(difference < 0 ? 'settlements.claim.less' : 'settlements.claim.more', values)
}

/** What a claim said that the bank shows; null of one about lines. */
export const bankOf = ({ bankAmount, bankOn }: SettlementClaim): { amount: number; on: string | null } | null =>
  bankAmount === null ? null : { amount: bankAmount, on: bankOn }
