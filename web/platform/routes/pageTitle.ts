import { t } from '../i18n/t.ts'
import { setPageHead } from './pageHead.ts'

/** Titles of the pages outside the application shell. */
export function pageTitle(
  section: 'maintenance' | 'login' | 'newPassword' | 'stopChange' | 'stopEmail' | 'invitation' | 'continue' | 'till',
): void {
  setPageHead(t(`shell.route.${section}`), 'live')
}
