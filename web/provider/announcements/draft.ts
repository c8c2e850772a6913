import type { Announcement } from '#contract/provider/announcements'
import { languages, type Language } from '#domain/platform/languages'
import { t } from '../../platform/i18n/t.ts'

export type Written = { title: string; text: string }
/** What is being written. `from` and `until` as the browser's field has them; `accounts`: null: all. */
export type Draft = {
  texts: Partial<Record<Language, Written>>
  accounts: readonly { id: string; name: string }[] | null
  mode: Announcement['mode']
  from: string
  until: string
  byMail: boolean
}
export const emptyDraft: Draft = { texts: {}, accounts: null, mode: null, from: '', until: '', byMail: false }

const isEmpty = ({ title, text }: Written) => title.trim() === '' && text.trim() === ''
const isHalf = (written: Written) => !isEmpty(written) && (written.title.trim() === '' || written.text.trim() === '')

export type DraftProblems = Partial<Record<Language | 'accounts' | 'until', string>>

/** What is missing, by field. */
export function problemsOf({ texts, accounts, until }: Draft): DraftProblems {
  const halves = languages.filter((language) => language !== 'es' && texts[language] && isHalf(texts[language]))
  const spanish = texts.es ?? { title: '', text: '' }
  return {
    ...Object.fromEntries(halves.map((language) => [language, t('announcements.half')])),
    ...((isEmpty(spanish) || isHalf(spanish)) && { es: t('errors.field.required') }),
    ...(accounts?.length === 0 && { accounts: t('announcements.noneChosen') }),
    ...(until === '' && { until: t('errors.field.required') }),
  }
}

const instantOf = (local: string): string => new Date(local).toISOString()

/** The body of the call, of a draft without problems. */
export function bodyOf({ texts, accounts, mode, from, until, byMail }: Draft) {
  const tidy = Object.fromEntries(
    Object.entries(texts).flatMap(([language, { title, text }]) =>
      isEmpty({ title, text }) ? [] : [[language, { title: title.trim(), text: text.trim() }]],
    ),
  ) as Announcement['texts'] // Spanish is among them
  return {
    texts: tidy,
    accounts: accounts === null ? null : accounts.map(({ id }) => id),
    mode,
    from: from === '' ? null : instantOf(from),
    until: instantOf(until),
    byMail,
  }
}
