import { isApiFailure } from '../api/apiFailure.ts'
import { t } from '../i18n/t.ts'

/** The message for an error: the server’s own when there is one. */
export function failureMessage(error: unknown): string {
  // A page’s chunk comes from the server, unless it is cached on the device.
  if (!isApiFailure(error)) return t(navigator.onLine ? 'shell.error.unforeseen' : 'shell.error.notKept')
  if (error.type === 'Timeout') return t('shell.error.timeout')
  if (error.type === 'NoConnection') return t('shell.error.noConnection')
  if (error.type === 'NotOffered') return t('shell.error.notOffered')
  if (error.type === 'WrongMode') return t('shell.error.wrongMode')
  return error.type === 'Unreadable' ? t('shell.error.unreadable') : error.message
}
