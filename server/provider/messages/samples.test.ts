import { expect, it } from 'vitest'
import { formsOf } from '#domain/platform/sentence'
import { rawWords } from '#domain/testing/rawWords'
import type { Config } from '../../platform/config/config.ts'
import { offered, withLanguage, wordsOf } from '../../platform/calls/messages.ts'
import { composeEmail } from '../../platform/emails/composeEmail.ts'
import { readLayout } from '../../platform/emails/layout.ts'
import { type EmailContent, writeEmail } from '../../platform/emails/content.ts'
import { samples } from './samples.ts'

const brand = { name: 'Trastienda', legalName: 'Trastienda, S. L.', supportEmail: 'ayuda@trastienda.test', supportPhone: '', colours: {} }
const config = { publicUrl: 'https://panel.test', hosts: { checkoutUrl: '' }, brand, mailLayout: readLayout(null) } as unknown as Config

/** Messages that hold words of programs on purpose: what developers search by, and the names of a settlement's columns. */
const meantForPrograms = /^(?:developer\.|settlements\.file\.(?:column|content)\.)/

it('no message of any language holds words of programs but those that are meant to', () => {
  const matches = offered.flatMap((language) =>
    Object.entries(wordsOf(language)).flatMap(([key, message]) =>
      meantForPrograms.test(key)
        ? []
        : formsOf(message).flatMap((form) => rawWords(form.replaceAll(/\{[^}]*\}/g, '')).map((word) => `${language} ${key}: ${word}`)),
    ),
  )
  expect(matches).toEqual([])
})

/** What a person reads of an HTML e-mail. */
const readable = (html: string) =>
  html
    .replace(/<(style|head)[^>]*>[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
/** Amounts and days in a text. */
const facts = (words: string) => words.match(/\d[\d.]*,\d{2}\s€|\d{2}\.\d{2}\.\d{4}/g) ?? []

it('every e-mail in every language is whole: one button at most, with its address in words, no gap, nothing loaded, and the same facts in its text', () => {
  expect(new Set(samples.map(({ name }) => name)).size).toBe(samples.length)
  const problems = offered.flatMap((language) =>
    withLanguage(language, () => samples.flatMap(({ name, write }) => problemsOf(write(config)).map((problem) => `${name} ${language}: ${problem}`))),
  )
  expect(problems).toEqual([])
})

/** What a person would miss in an e-mail. */
function problemsOf(content: EmailContent): string[] {
  const { subject, text, html } = composeEmail(content, config)
  const [shown, plain] = [readable(html), `${subject}\n${text}`]
  const buttons = [...html.matchAll(/<a class="button" href="([^"]+)"/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'))
  return [
    ...(/[{}]/.exec(`${plain}\n${shown}`) ?? []).map((gap) => `not filled in: ${gap}`),
    ...rawWords(`${plain}\n${shown}`),
    ...(/<(?:img|script|link|iframe|form)|url\(|@import|\son\w+=/.exec(html) ?? []).map((tag) => `not allowed: ${tag}`),
    ...(buttons.length > 1 || content.blocks.length === 0 ? [`${buttons.length} buttons, ${content.blocks.length} blocks`] : []),
    ...buttons.filter((address) => !shown.includes(address) || !text.includes(`\n${address}`)).map((address) => `no address in words: ${address}`),
    ...facts(shown).filter((fact) => !plain.includes(fact)).map((fact) => `not in the text: ${fact}`),
    ...facts(text).filter((fact) => !shown.includes(fact)).map((fact) => `not in the HTML: ${fact}`),
  ]
}

it('escapes every value, in HTML only', () => {
  const evil = '<b onclick=x>"\'&'
  const content = writeEmail(
    'mail.iban.requested',
    { shop: evil, old: evil, new: evil, who: evil, when: evil, device: evil, link: `https://x.test/?a="><script>`, brand: evil },
    { reason: 'shop', shop: evil },
  )
  const { html, text } = composeEmail({ ...content, blocks: [...content.blocks, { kind: 'code', code: evil }, { kind: 'heading', text: evil }] }, {
    ...config,
    brand: { ...config.brand, name: evil, legalName: evil },
  })
  expect(html).not.toMatch(/<b |<script|href="[^"]*">"/)
  expect(html).toContain('&lt;b onclick=x&gt;&quot;&#39;&amp;')
  expect(text).toContain(`Cuenta de ahora: ${evil}`)
})

it('a value can neither begin a paragraph of its own kind nor fill a place of the layout', () => {
  const { blocks } = writeEmail('mail.iban.requested', { shop: '{{footer}}', old: 'x\n\n{link}', new: '', who: '', when: '', device: '', link: 'https://x.test', brand: '' }, { reason: 'shop' })
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph', 'table', 'paragraph', 'paragraph', 'button'])
  const { html } = composeEmail({ subject: '{{footer}}', blocks, reason: 'shop', shop: '{{content}}' }, config)
  expect(html).toContain('<title>{{footer}}</title>')
})
