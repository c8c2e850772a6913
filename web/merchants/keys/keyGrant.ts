import type { ApiKey } from '#contract/merchants/preferences'
import { keyRights, type KeyRight } from '#domain/merchants/keyRights'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'

/** Scopes and limit of a private key, as chosen; amounts in cents, null: no limit. */
export type GrantDraft = { rights: readonly KeyRight[]; refundLimit: number | null; refundDayLimit: number | null }

/** The defaults of the next key: those of the previous one, or unrestricted. */
export const grantDraftOf = (before: ApiKey | null): GrantDraft => before ?? { rights: keyRights, refundLimit: null, refundDayLimit: null }

/** Whether a key is unrestricted. */
export const isWhole = ({ rights, refundLimit, refundDayLimit }: GrantDraft): boolean =>
  rights.length === keyRights.length && refundLimit === null && refundDayLimit === null

/** The request body. */
export const grantBodyOf = ({ rights, refundLimit, refundDayLimit }: GrantDraft) => {
  const refunds = rights.includes('refund')
  return { rights: [...rights], refundLimit: refunds ? refundLimit : null, refundDayLimit: refunds ? refundDayLimit : null }
}

/** A restricted key’s scopes as text; none for an unrestricted key. */
export function grantLines(grant: GrantDraft): string[] {
  if (isWhole(grant)) return []
  const { rights, refundLimit, refundDayLimit } = grant
  const names = rights.map((right) => t(`preferences.grant.${right}`))
  return [
    names.length === 0 ? t('preferences.grant.onlyReads') : t('preferences.grant.may', { rights: names.join(', ') }),
    ...(refundLimit === null ? [] : [t('preferences.grant.upTo', { amount: money(refundLimit) })]),
    ...(refundDayLimit === null ? [] : [t('preferences.grant.upToDay', { amount: money(refundDayLimit) })]),
  ]
}
