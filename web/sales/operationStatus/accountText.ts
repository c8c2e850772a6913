import { t } from '../../platform/i18n/t.ts'

/** "•••• 1332", or a dash without a bank account. */
export const accountText = (last4: string | null): string => (last4 === null ? '—' : t('operations.account', { last4 }))
