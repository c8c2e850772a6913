import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { mailWordsOf } from '../config/mailConfig.ts'
import { offered, replaceWords, withLanguage, wordsOf } from '../calls/messages.ts'
import { writeEmail } from './content.ts'

const folder = mkdtempSync(join(tmpdir(), 'mail-words-'))
afterAll(() => {
  replaceWords(new Map())
  rmSync(folder, { recursive: true, force: true })
})
const write = (name: string, content: unknown) =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
const problemOf = (content: unknown): string => {
  write('es.json', content)
  try {
    mailWordsOf(folder)
    return ''
  } catch (error) {
    return (error as Error).message.replaceAll(folder, '…')
  }
}
const reset = wordsOf('es')['mail.reset.text'] as string

it.each([
  ['an unknown message', { 'mail.rest.subject': 'Hola' }, '"mail.rest.subject" is no message of an e-mail'],
  ['a message of a page', { 'shell.menu.help': 'Ayuda' }, '"shell.menu.help" is no message of an e-mail'],
  ['a missing place', { 'mail.signUp.subject': 'Sigue' }, '"mail.signUp.subject" has the places none, and must have {brand}'],
  ['an unknown place', { 'mail.reset.subject': 'Hola, {nombre}' }, '"mail.reset.subject" has the places {nombre}, and must have none'],
  [
    'a lost button',
    { 'mail.reset.text': reset.replace('\n\n{link}\n\n', ' {link} ') },
    '"mail.reset.text" needs {link} as a paragraph by itself',
  ],
  ['an empty text', { 'mail.reset.subject': ' ' }, '"mail.reset.subject" is empty'],
  ['a missing plural', { 'mail.digest.subject': 'Hoy: {count}' }, '"mail.digest.subject" must be {"one", "other"}'],
  ['a list', { 'mail.reset.subject': ['Hola'] }, '"mail.reset.subject" is neither a text nor {"one", "other"}'],
])('words are refused in one line for %s', (_name, content, problem) => {
  expect(problemOf(content)).toBe(`MAIL_WORDS_DIR: …/es.json: ${problem}.`)
})

it('a file that cannot be read as words stops the start, and so do a folder without files and a file for another language', () => {
  expect([problemOf('{'), problemOf('[]')]).toEqual([
    'MAIL_WORDS_DIR: …/es.json is not JSON.',
    'MAIL_WORDS_DIR: …/es.json is not an object of messages.',
  ])
  write('es.json', {})
  write('fr.json', {})
  expect(() => mailWordsOf(folder)).toThrow(`MAIL_WORDS_DIR: ${folder}/fr.json is for none of the languages ${offered.join(', ')}.`)
  rmSync(join(folder, 'fr.json'))
  rmSync(join(folder, 'es.json'))
  expect(() => mailWordsOf(folder)).toThrow(`MAIL_WORDS_DIR: ${folder} has no file such as es.json.`)
  expect(() => mailWordsOf(join(folder, 'nowhere'))).toThrow(`MAIL_WORDS_DIR: ${folder}/nowhere cannot be read.`)
})

it('an e-mail has the replaced words in their language; others, and what a file does not name, keep the built ones', () => {
  write('es.json', {
    'mail.reset.subject': 'Elige otra contraseña',
    'mail.reset.text': reset.replace('Hola, {name}:', 'Buenos días, {name}:'),
  })
  replaceWords(mailWordsOf(folder))
  const email = (language: 'es' | 'ca') =>
    withLanguage(language, () =>
      writeEmail('mail.reset', { name: 'Ana', brand: 'Paga', link: 'https://paga.test/x' }, { reason: 'member' }),
    )
  const [es, ca] = [email('es'), email('ca')]
  expect(es.subject).toBe('Elige otra contraseña')
  expect(es.blocks[0]).toEqual({ kind: 'paragraph', text: 'Buenos días, Ana:' })
  expect(es.blocks).toContainEqual({ kind: 'button', label: wordsOf('es')['mail.reset.button'], url: 'https://paga.test/x' })
  expect(ca.subject).toBe(wordsOf('ca')['mail.reset.subject'])
})
