import { expect, it } from 'vitest'
import { languages } from '#domain/platform/languages'
import { fillSentence, type Message } from '#domain/platform/sentence'
import { groupThousands } from '../web/platform/i18n/groupThousands.ts'
import { readMessages } from './messageFolders.ts'

/** Placeholders that are not a count of the following word: names, instants, amounts, and limits far from one. */
const noCounts = new Set(
  'about amount audienceLeast best brand code customer date day email from least limit most rest share shop tax to when worst'.split(' '),
)
/** Counts that are never one in their sentence: limits, and cases with a separate sentence for one. */
const neverOne = [
  'audiences.file.limits',
  'audiences.file.refused.rows',
  'audiences.add.limits',
  'audiences.overlap.recent',
  'bulk.selectFirst',
  'bulk.most',
  'consumer.legal.example',
  'consumer.contract.payments',
  'consumer.contract.equalPayments',
  'docs.provider.limits',
  'errors.ViewNotAllowed.watched',
  'insights.money.title',
  'lab.clock.ahead.many',
  'onboarding.progress',
  'operations.countMore',
  'operations.empty.filters.more',
  'operations.empty.status.more',
  'operations.empty.status.moreIn',
  'operations.resultsSpokenMore',
  'operations.progress.paid',
  'operations.downloadModal.days',
  'operations.downloadModal.lastDays',
  'preferences.goLive.done',
  'reports.ask.limits',
  'reports.ask.full',
  'reports.days.help',
  'reports.days.tooLong',
  'team.invite.many',
  'team.sales.title',
  'widget.instalments',
  'widget.offer',
  'widget.offer.free',
]
const messages = languages.flatMap((language) =>
  [...readMessages('messages', language).values()].flatMap((words) =>
    Object.entries(words).map(([key, message]) => ({ language, key, message: message as Message })),
  ),
)
const formsOf = (message: Message) => (typeof message === 'string' ? [message] : [message.one, message.other])
const placesOf = (message: Message) => [
  ...new Set(formsOf(message).flatMap((form) => [...form.matchAll(/\{(\w+)[:}]/g)].map(([, name]) => name ?? ''))),
]
const say = (message: Message, name: string, value: number) =>
  fillSentence(message, { ...Object.fromEntries(placesOf(message).map((place) => [place, '#'])), [name]: value }, groupThousands)

it('every sentence with a count is correct for 0, 1, 2 and 1.000, with the singular only for one', () => {
  const wrong = messages.flatMap(({ language, key, message }) =>
    placesOf(message)
      .filter((name) => !noCounts.has(name) && !neverOne.includes(key))
      .flatMap((name) => {
        const texts = [0, 1, 2, 1_000].map((value) => say(message, name, value))
        const isFilled = texts.every((text) => !/[{}|]/.test(text)) && texts[3]?.includes('1.000')
        const isOne = !/(?<![\d.,#/])1 (?!més|máis|más|mais|només|tipus)\p{Ll}{2,}s(?!\p{L})/u.test(texts[1] ?? '')
        return isFilled && isOne ? [] : [`${language} ${key}: ${texts[1]} / ${texts[3]}`]
      }),
  )
  expect(wrong).toEqual([])
})
