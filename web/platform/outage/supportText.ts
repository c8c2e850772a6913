import { isApiFailure } from '../api/apiFailure.ts'
import { dateTime } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import type { Step } from './steps.ts'

/** Where it failed: code names, never an address, which may contain ids and searches. */
type SupportFacts = { screen: string; mode: string; now: number; steps: readonly Step[] }

const clock = (at: number) => new Date(at).toISOString().slice(11, 19)

/** The text of an error for support: reference, type, screen and steps. The error’s message is left out: it may contain personal data. */
export function supportText(error: unknown, { screen, mode, now, steps }: SupportFacts): string {
  const failure = isApiFailure(error) ? error : null
  const kind = failure ? `${failure.status} ${failure.type}` : error instanceof Error ? error.name : t('shell.support.unknown')
  return [
    `${t('shell.heading.reference')}: ${failure?.requestId ?? '–'}`,
    `${t('shell.support.kind')}: ${kind}`,
    `${t('shell.support.screen')}: ${screen} (${mode})`,
    `${t('shell.heading.when')}: ${dateTime(new Date(now).toISOString())}`,
    `${t('shell.support.steps')}:`,
    ...steps.map(({ at, what }) => `  ${clock(at)} ${what}`),
  ].join('\n')
}
