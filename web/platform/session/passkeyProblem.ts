import { isApiFailure } from '../api/apiFailure.ts'
import { t } from '../i18n/t.ts'

/** Why a passkey did not do it, in words: the server's, or the device's, which does not say why. */
export function passkeyProblem(error: unknown): string {
  if (!isApiFailure(error)) return t('session.factor.passkeyStopped')
  return error.status === 0 || error.type === 'Unreadable' ? t('session.error.noConnection') : error.message
}
