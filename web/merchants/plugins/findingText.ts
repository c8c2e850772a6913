import type { WidgetFinding } from '#domain/sales/widget/widgetCheck'
import { t } from '../../platform/i18n/t.ts'

const failures = [
  'malformed',
  'needs_tls',
  'private_address',
  'unknown_host',
  'unreachable',
  'timed_out',
  'bad_certificate',
  'unreadable',
] as const

/** The finding and its fix. */
export function findingText({ code, about }: WidgetFinding): { title: string; fix: string } {
  const title = t(`preferences.check.${code}`, { about })
  if (code !== 'unreachable') return { title, fix: t(`preferences.check.${code}.fix`, { about }) }
  return { title, fix: `${reasonText(about)} ${t('preferences.check.unreachable.fix')}` }
}

/** Why the page could not be loaded: the HTTP status, or the network error. */
function reasonText(about: string): string {
  if (/^3\d\d$/.test(about)) return t('preferences.check.redirect')
  const failure = failures.find((one) => one === about)
  return failure ? t(`preferences.check.failure.${failure}`) : t('preferences.check.status', { status: about })
}
