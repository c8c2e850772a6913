import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { storedMailFolder } from './post.ts'

/** `subject` is empty for a text message. */
export type StoredEmail = { way: 'email' | 'sms'; to: string; subject: string; sentAt: Date; text: string }

/** The e-mails and text messages that are stored as files instead of being sent, newest first. Parses only the format that we write: one part, quoted-printable; or JSON. */
export async function storedMail(config: Pick<Config, 'dataDir'>, limit = 50): Promise<StoredEmail[]> {
  const folder = storedMailFolder(config)
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.eml') || name.endsWith('.sms'))
    .toSorted()
    .toReversed()
    .slice(0, limit)
  return Promise.all(
    names.map(async (name) => {
      const file = join(folder, name)
      return name.endsWith('.sms') ? smsOf(await readFile(file, 'utf8')) : emailOf(await readFile(file, 'latin1'))
    }),
  )
}

function smsOf(source: string): StoredEmail {
  const { to, text, sentAt } = JSON.parse(source) as { to: string; text: string; sentAt: string } // our own file
  return { way: 'sms', to, subject: '', sentAt: new Date(sentAt), text }
}

function emailOf(source: string): StoredEmail {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head.replace(/\r\n[ \t]+/g, ' '))?.[1] ?? ''
  return {
    way: 'email',
    to: decodeWords(header('To')),
    subject: decodeWords(header('Subject')),
    sentAt: new Date(header('Date')),
    text: unquote(rest.join('\r\n\r\n')).replaceAll('\r\n', '\n').trimEnd(),
  }
}

/** Quoted-printable (RFC 2045) to UTF-8 text. */
function unquote(text: string): string {
  const bytes = text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Decodes a header's encoded words (RFC 2047); addresses may be in plain UTF-8. */
function decodeWords(header: string): string {
  return Buffer.from(header, 'latin1')
    .toString('utf8')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString('utf8') : unquote(text.replaceAll('_', ' ')),
    )
}
