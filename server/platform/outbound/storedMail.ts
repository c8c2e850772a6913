import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { Config } from '../config/config.ts'
import { type Attachment, storedMailFolder } from './post.ts'

/** `subject` and `html` are empty for a text message. */
export type StoredEmail = {
  way: 'email' | 'sms'
  to: string
  subject: string
  sentAt: Date
  text: string
  html: string
  attachments: Attachment[]
}

/** The e-mails and text messages that are stored as files instead of being sent, newest first. */
export async function storedMail(config: Pick<Config, 'dataDir'>, limit = 50): Promise<StoredEmail[]> {
  const folder = storedMailFolder(config)
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.eml') || name.endsWith('.sms'))
    .toSorted()
    .toReversed()
    .slice(0, limit)
  return Promise.all(
    names.map(async (name) => {
      const source = await readFile(join(folder, name))
      return name.endsWith('.sms') ? smsOf(source.toString('utf8')) : readEmail(source)
    }),
  )
}

function smsOf(source: string): StoredEmail {
  const { to, text, sentAt } = JSON.parse(source) as { to: string; text: string; sentAt: string } // our own file
  return { way: 'sms', to, subject: '', sentAt: new Date(sentAt), text, html: '', attachments: [] }
}

/** The parts of an e-mail as it went out; pictures that its HTML shows are no attachments. */
export async function readEmail(source: Uint8Array): Promise<StoredEmail> {
  const { to = [], subject = '', date, text = '', html = '', attachments } = await PostalMime.parse(source)
  return {
    way: 'email',
    to: to.flatMap(({ address }) => address ?? []).join(', '),
    subject,
    sentAt: new Date(date ?? 0),
    text: text.trimEnd(),
    html,
    attachments: attachments
      .filter(({ disposition }) => disposition !== 'inline')
      .map(({ filename, mimeType, content }) => ({
        name: filename ?? '',
        mediaType: mimeType,
        content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
      })),
  }
}
