import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { languages, type Language } from '#domain/platform/languages'
import type { Message } from '#domain/platform/sentence'
import { dayText, longDayText, monthText } from './calendar.ts'
import { setMessages } from './messages.ts'

const speak = (language: Language) => {
  const path = join(import.meta.dirname, `../../../messages/${language}/platform/calendar.json`)
  const words = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Message> // our own file
  setMessages(words)
  return words
}

it.each([
  ['es', 'jueves 1 de octubre', 'jueves 1 de octubre de 2026', 'octubre de 2026'],
  ['ca', 'dijous 1 d’octubre', 'dijous 1 d’octubre de 2026', 'octubre de 2026'],
  ['gl', 'xoves 1 de outubro', 'xoves 1 de outubro de 2026', 'outubro de 2026'],
  ['pt', 'quinta-feira, 1 de outubro', 'quinta-feira, 1 de outubro de 2026', 'outubro de 2026'],
  ['eu', 'osteguna, urriak 1', 'osteguna, urriak 1, 2026', '2026 urria'],
] as const)('names days and months of Madrid in %s', (language, day, longDay, month) => {
  speak(language)
  const at = new Date('2026-09-30T22:30:00Z')
  expect([dayText(at), longDayText(at), monthText('2026-10-31'), monthText(at.toISOString())]).toEqual([day, longDay, month, month])
})

it.each(languages)('has twelve months and seven days in %s', (language) => {
  const words = speak(language)
  const counts = ['months', 'ofMonths', 'weekdays'].map((name) => new Set(String(words[`calendar.${name}`]).split(',')).size)
  expect(counts).toEqual([12, 12, 7])
})
