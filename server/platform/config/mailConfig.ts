import { resolve } from 'node:path'
import { ConfigProblem } from '../database/configProblem.ts'
import { type MailLayout, readLayout } from '../emails/layout.ts'

/** Reads MAIL_TEMPLATES_DIR. Throws a one-line ConfigProblem. */
export function mailLayoutOf(folder: string): MailLayout {
  try {
    return readLayout(folder === '' ? null : resolve(folder))
  } catch (error) {
    throw new ConfigProblem(`MAIL_TEMPLATES_DIR: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
