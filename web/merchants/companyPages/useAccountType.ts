import { useSession } from '../../platform/session/session.ts'
import type { AccountType } from './companyDraft.ts'

/** Whether there is a company behind the account, or a person alone. */
export const useAccountType = (): AccountType => (useSession().account.type === 'enterprise' ? 'enterprise' : 'self_employed')
