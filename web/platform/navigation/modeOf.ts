import type { Mode } from '../api/requestMode.ts'
import { readMode } from '../routes/modeStorage.ts'
import { clientState } from '../session/session.ts'

/** The mode saved for a merchant; always sandbox for a sandbox-only member. */
export function modeOf(merchantId: string | null): Mode {
  const { account, merchants } = clientState.get()
  return account?.sandboxOnly ? 'sandbox' : readMode(merchantId, merchants)
}
