import { useSession } from '../../platform/session/session.ts'
import type { AccountType } from './companyDraft.ts'

/** Whether the account is a company’s or a self-employed person’s. */
export const useAccountType = (): AccountType => (useSession().account.type === 'enterprise' ? 'enterprise' : 'self_employed')
