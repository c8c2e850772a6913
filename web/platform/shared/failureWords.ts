import { isApiFailure } from '../api/apiFailure.ts'
import { t } from '../i18n/t.ts'

/** What failed, in words: the server's own sentence when there is one. */
export function failureWords(error: unknown): string {
  // The code of a page comes from the server, unless the device has kept it.
  if (!isApiFailure(error)) return t(navigator.onLine ? 'shell.error.unforeseen' : 'shell.error.notKept')
  if (error.type === 'Timeout') return t('shell.error.timeout')
  if (error.type === 'NoConnection') return t('shell.error.noConnection')
  if (error.type === 'NotOffered') return t('shell.error.notOffered')
  if (error.type === 'WrongMode') return t('shell.error.wrongMode')
  return error.type === 'Unreadable' ? t('shell.error.unreadable') : error.message
}
