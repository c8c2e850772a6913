import { resolve } from 'node:path'
import { ConfigProblem } from '../database/configProblem.ts'
import { type MailLayout, readLayout } from '../emails/layout.ts'
import { readMailWords } from '../emails/mailWords.ts'
import type { ReplacedWords } from '../calls/messages.ts'

/** Reads MAIL_TEMPLATES_DIR. Throws a one-line ConfigProblem. */
export function mailLayoutOf(folder: string): MailLayout {
  try {
    return readLayout(folder === '' ? null : resolve(folder))
  } catch (error) {
    throw new ConfigProblem(`MAIL_TEMPLATES_DIR: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** Reads MAIL_WORDS_DIR. Throws a one-line ConfigProblem. */
export function mailWordsOf(folder: string): ReplacedWords {
  try {
    return folder === '' ? new Map() : readMailWords(resolve(folder))
  } catch (error) {
    throw new ConfigProblem(`MAIL_WORDS_DIR: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
