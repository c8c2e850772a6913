import { isApiFailure } from '../api/apiFailure.ts'
import { t } from '../i18n/t.ts'

/** The message for a failed passkey: the server’s, or a general one, since the device does not say why. */
export function passkeyProblem(error: unknown): string {
  if (!isApiFailure(error)) return t('session.factor.passkeyStopped')
  return error.status === 0 || error.type === 'Unreadable' ? t('session.error.noConnection') : error.message
}
