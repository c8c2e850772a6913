import type { AnswerOf } from '#contract/platform/endpoint'
import type { consoleDecision, WaitingDecision } from '#contract/provider/decisions'
import { messageOf } from '../../platform/i18n/messages.ts'
import { t } from '../../platform/i18n/t.ts'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'

export type OpenDecision = AnswerOf<typeof consoleDecision>
export type KeptDecision = OpenDecision['history'][number]

/** The status glyph of a verdict; `ended`: the sale ended without one. */
export const statusKinds: Readonly<Record<NonNullable<WaitingDecision['verdict']> | 'ended', StatusKind>> = {
  accept: 'accepted-filled',
  refuse: 'rejected',
  challenge: 'customer',
  bank_link: 'customer',
  review: 'merchant',
  ended: 'stopped',
}

/** Whether a person is to say who the customer is, not whether they may buy. */
export const isIdentityReview = (rule: string): boolean => rule === 'identity_review'

/** A rule in words, where it is one of ours; else its code. */
export const ruleText = (rule: string): string =>
  messageOf(`decisions.rule.${rule}`) === undefined ? rule : t(`decisions.rule.${rule}` as 'decisions.rule.none')

/** How a wait ended, and by which member of staff. */
export function endText({ verdict, closedBy }: Pick<WaitingDecision, 'verdict' | 'closedBy'>): string {
  if (verdict === null) return t('decisions.verdict.ended')
  const word = t(`decisions.verdict.${verdict}`)
  return closedBy === null ? word : t('decisions.by', { verdict: word, name: closedBy })
}

/** How a kept decision ended, and by whom; null while it waits, or when it did not wait. */
export function verdictText({ verdict, verdictBy, verdictStaff }: KeptDecision): string | null {
  if (verdict === null || verdictBy === null) return null
  const name = verdictBy === 'staff' ? (verdictStaff ?? '') : t(`decisions.by.${verdictBy}`)
  return t('decisions.by', { verdict: t(`decisions.verdict.${verdict}`), name })
}
