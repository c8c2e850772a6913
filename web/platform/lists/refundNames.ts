import { t, tOr } from '../i18n/t.ts'

/** The reason of a refund in words; `none`: not given. */
export const refundReasonName = (value: string): string =>
  value === 'none' ? t('insights.refunds.noReason') : tOr(`operations.refund.reason.${value}`, 'insights.refunds.otherReason')

/** The days between a sale and its refund in words. */
export const refundAgeName = (value: string): string => tOr(`insights.refunds.age.${value}`, 'insights.refunds.age.91')
