import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { languages } from '#domain/platform/languages'
import type { Message } from '#domain/platform/sentence'
import { setMessages } from '../i18n/messages.ts'
import { routeTable } from '../routes/routeTable.ts'
import { contactMail, contactText } from './contactText.ts'
import { findHelp } from './findHelp.ts'
import { glossaryWords } from './glossary.ts'
import { type HelpTopic, helpTopics, questionNumbers, topicOf } from './helpTopics.ts'

const folder = join(import.meta.dirname, '../../../messages')
const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as Record<string, Message> // our own files
const topics = Object.keys(helpTopics) as HelpTopic[]

afterEach(() => setMessages({}))

it('every topic has its purpose, three questions with steps and known words, and belongs to a screen', () => {
  const words = read('es/platform/help.json')
  const missing = topics.flatMap((topic) =>
    [`about.${topic}`, ...questionNumbers.flatMap((number) => [`question.${topic}.${number}`, `steps.${topic}.${number}`])]
      .map((key) => `help.${key}`)
      .filter((key) => typeof words[key] !== 'string'),
  )
  expect(missing).toEqual([])
  expect(topics.flatMap((topic) => helpTopics[topic].words).filter((word) => !glossaryWords.includes(word))).toEqual([])
  expect(glossaryWords.filter((word) => !words[`help.word.${word}`] || !words[`help.means.${word}`])).toEqual([])
  expect(topics.filter((topic) => !routeTable.some((row) => topicOf(row) === topic))).toEqual([])
})

it.each([
  ['settlementsBank', 'bank'],
  ['operationRefund', 'operation'],
  ['checkoutOffline', 'charge'],
  ['preferencesWebhooks', 'webhooks'],
  ['companyPapers', 'company'],
  ['help', 'settings'],
])('the help of %s is that of %s', (name, topic) => {
  expect(topicOf(routeTable.find((row) => row.name === name) ?? null)).toBe(topic)
})

it.each(languages)('the buttons that the help names in guillemets exist, %s', (language) => {
  const files = readdirSync(join(folder, language), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  const labels = files
    .filter((name) => !name.endsWith('help.json'))
    .flatMap((name) =>
      Object.values(read(join(language, name))).flatMap((message) => (typeof message === 'string' ? message : Object.values(message))),
    )
  // What banks call things, and what somebody typed.
  const others = ['Descargar', 'Exportar', 'Ficheros', 'Banca electrónica de empresas', 'Norma 43', '{text}']
  const named = Object.values(read(`${language}/platform/help.json`)).flatMap((message) =>
    typeof message === 'string' ? [...message.matchAll(/«([^»]+)»/g)].map(([, label = '']) => label) : [],
  )
  expect(named.filter((name) => !others.includes(name) && !labels.some((label) => label === name || label.startsWith(`${name} `)))).toEqual(
    [],
  )
})

it('finds words without accents or capitals, those that begin with the text first', () => {
  const entries = [
    { title: 'Devolución', text: 'Dinero que devuelves.' },
    { title: 'Reserva', text: 'Por si hay devoluciones.' },
    { title: 'TAE', text: 'Tasa anual.' },
  ]
  expect(findHelp(entries, 'DEVOLUCION').map(({ title }) => title)).toEqual(['Devolución', 'Reserva'])
  expect(findHelp(entries, 'tasa  anual').map(({ title }) => title)).toEqual(['TAE'])
  expect(findHelp([{ title: 'Com cobro', text: 'Escriu l’import.' }], "l'import")).toHaveLength(1)
  expect(findHelp(entries, ' ')).toEqual([])
  expect(findHelp(entries, 'kayak')).toEqual([])
})

it('a message to support brings screen, role, reference and version, and nothing else', () => {
  setMessages({ ...read('es/platform/help.json'), 'shell.heading.when': 'Cuándo' })
  const facts = { screen: 'Liquidaciones', mode: 'Real', role: 'Dueño/a', version: '0.2.0', now: new Date('2026-11-26T10:00:00Z') }
  const text = contactText({ ...facts, reference: 'req_1' })
  expect(text.split('\n')).toEqual([
    'Pantalla: Liquidaciones (Real)',
    'Perfil: Dueño/a',
    'Última referencia: req_1',
    'Versión: 0.2.0',
    expect.stringMatching(/^Cuándo: 26.11.2026/),
  ])
  expect(contactText({ ...facts, reference: null })).toContain('Última referencia: ninguna')
  const mail = new URL(contactMail('ayuda@ejemplo.es', 'Una pregunta & más', text))
  expect([mail.pathname, mail.searchParams.get('subject'), mail.searchParams.get('body')?.trim()]).toEqual([
    'ayuda@ejemplo.es',
    'Una pregunta & más',
    text,
  ])
})
