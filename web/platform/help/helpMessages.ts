import type { Language } from '#domain/platform/languages'
import type { Message } from '#domain/platform/sentence'
import { pageLanguage } from '../api/pageLanguage.ts'
import { addMessages } from '../i18n/messages.ts'

type Words = { default: Record<string, Message> }

const files: Record<Language, () => Promise<Words>> = {
  es: () => import('../../../messages/es/platform/help.json'),
  ca: () => import('../../../messages/ca/platform/help.json'),
  gl: () => import('../../../messages/gl/platform/help.json'),
  eu: () => import('../../../messages/eu/platform/help.json'),
  pt: () => import('../../../messages/pt/platform/help.json'),
}
const isLanguage = (text: string): text is Language => text in files

/** Adds the help’s messages, which are in a file of their own: no other screen needs them. */
export async function loadHelpMessages(): Promise<void> {
  const language = pageLanguage()
  addMessages((await files[isLanguage(language) ? language : 'es']()).default)
}
