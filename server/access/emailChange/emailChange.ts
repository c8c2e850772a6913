import { HOUR_MS } from '#domain/platform/dates'
import type { Services } from '../../platform/calls/call.ts'

/** The new address must be confirmed within an hour (docs/domain.md#accounts-and-passwords); the old address may stop the change for a week. */
export const emailChangeMs = { confirm: HOUR_MS, stop: 7 * 24 * HOUR_MS }

export type EmailChange = {
  id: string
  user_id: string
  old_email: string
  new_email: string
  state: 'pending' | 'done' | 'cancelled' | 'stopped'
  user_agent: string
  created_at: Date
  expires_at: Date
}

/** Whether a link's token is valid: both tokens are derived from the change's id, so none is stored. */
export const linkFits = (services: Services, purpose: 'email_confirm' | 'email_stop', changeId: string, token: string): boolean =>
  services.tokens.isLink(token, purpose, changeId, 1)
