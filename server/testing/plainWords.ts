import { strFromU8, unzipSync } from 'fflate'
import { rawWords } from '#domain/testing/rawWords'
import { changesOf } from '../access/activity/changeTexts.ts'
import { pushText } from '../merchants/noticeDelivery/shownValues.ts'
import { noticeContent } from '../merchants/noticeDelivery/noticeEmail.ts'
import type { NoticeValue } from '../merchants/notices/notify.ts'
import { hasText, messagesUnder, offered, text, withLanguage } from '../platform/calls/messages.ts'
import type { Config } from '../platform/config/config.ts'
import { storedMail } from '../platform/outbound/storedMail.ts'
import { pdfPages } from './invoices/testPdf.ts'
import { withOwner } from './withOwner.ts'

/** Columns whose cells are ids, which programs join files by; promised to them with these headings. */
const idHeadings: ReadonlySet<string> = new Set([
  'Operación',
  'N.º de devolución',
  'N.º de captura',
  'Identificador',
  'Id de la tienda',
  'id_operacion',
  'id_captura',
  'id_devolucion',
])

/** The headings of a settlement's files, promised to programs. */
const promised = new Set(
  ['column', 'content'].flatMap((kind) => Object.values(withLanguage('es', () => messagesUnder(`settlements.file.${kind}.`)))),
)

const isId = (found: string) => found.startsWith('an id:')

/** The words of programs in texts, each once. All texts at once: a file has tens of thousands of cells. */
const rawWordsOf = (texts: readonly string[]): string[] => rawWords(texts.join('\n'))

/** A table for Spanish spreadsheets; without the byte order mark it is one for programs, whose codes and days stay. */
function ofCsv(file: string): string[] {
  if (!file.startsWith('\ufeff')) return []
  const [headings = [], ...rows] = file
    .slice(1)
    .split('\r\n')
    .map((line) => line.split(';'))
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0)
  const columns = Array.from({ length: width }, (_, at) => rows.map((cells) => cells[at] ?? ''))
  return [
    ...rawWordsOf(headings.filter((heading) => !promised.has(heading))),
    ...columns.flatMap((cells, at) => rawWordsOf(cells).filter((found) => !isId(found) || !idHeadings.has(headings[at] ?? ''))),
  ]
}

/** The texts of a workbook; its columns are those of the same table as CSV, where the ids are looked at. */
function ofBook(parts: Record<string, Uint8Array>): string[] {
  const sheets = Object.entries(parts).filter(([name]) => name.startsWith('xl/worksheets/') || name === 'xl/workbook.xml')
  const texts = sheets.flatMap(([, part]) => [...strFromU8(part).matchAll(/<t[^>]*>([^<]*)<\/t>|<sheet name="([^"]*)"/g)])
  const shown = texts.map(([, cell, sheet]) => cell ?? sheet ?? '').filter((cell) => !promised.has(cell))
  return rawWordsOf(shown).filter((found) => !isId(found))
}

/** The words of programs in a file that people open: CSV for spreadsheets, workbooks, PDFs and the files in an archive. Others are for programs. */
export function rawWordsOfFile(bytes: Uint8Array): string[] {
  const beginning = strFromU8(bytes.subarray(0, 5), true)
  // A contract has its whole id, which no other one has: for the customer, the lender and a court.
  if (beginning === '%PDF-')
    return rawWordsOf(
      pdfPages(bytes)
        .flat()
        .filter((line) => !line.includes(text('consumer.contract.reference', { id: '' }).trim())),
    )
  if (!beginning.startsWith('PK\u0003\u0004'))
    return beginning.startsWith('\u00ef\u00bb\u00bf') ? ofCsv(Buffer.from(bytes).toString('utf8')) : []
  const parts = unzipSync(bytes)
  if ('xl/workbook.xml' in parts) return ofBook(parts)
  return Object.entries(parts).flatMap(([name, part]) => rawWordsOfFile(part).map((found) => `${name}: ${found}`))
}

type Notified = { type: string; values: NoticeValue[]; action_url: string | null; mode: 'live' | 'sandbox' | null; shop: string | null }

/** A notice in the panel, by e-mail and on a lock screen, in every language; and messages that it names and that do not exist. */
function ofNotice(notice: Notified, config: Config): string[] {
  const named = notice.values.flatMap((one) => ('said' in one ? one.said.flatMap((part) => ('of' in part ? part.of : [])) : []))
  const texts = offered.flatMap((language) =>
    withLanguage(language, () => [
      ...noticeContent(notice, config).blocks.flatMap((block) => (block.kind === 'paragraph' ? block.text : [])),
      pushText(notice, config.brand.name).body,
    ]),
  )
  return [...named.filter((key) => !hasText(key)).map((key) => `no message ${key}`), ...rawWordsOf(texts)].map(
    (found) => `notice ${notice.type}: ${found}`,
  )
}

type Entry = { call: string; before: Record<string, unknown> | null; after: Record<string, unknown> | null }

const ofEntry = ({ call, before, after }: Entry): string[] =>
  rawWordsOf(changesOf({ before, after }, new Map()).flatMap(({ field, before: from, after: to }) => [field, from ?? '', to ?? ''])).map(
    (found) => `activity ${call}: ${found}`,
  )

/** Words of programs in what a suite's calls told people, for the end of every suite: notices, entries of the activity log, e-mails, text messages. */
export async function assertPlainWords(ownerUrl: string, config: Config): Promise<void> {
  const [notices, entries] = await withOwner(ownerUrl, async (client) => [
    (
      await client.query<Notified>(
        `select distinct n.type, n.values, n.action_url, n.mode, m.name as shop from notifications n left join merchants m on m.id = n.merchant_id`,
      )
    ).rows,
    (await client.query<Entry>(`select distinct call, before, after from audit_entries where role is distinct from 'operator'`)).rows,
  ])
  const letters = await storedMail(config, 200)
  const problems = [
    ...notices.flatMap((notice) => ofNotice(notice, config)),
    ...entries.flatMap(ofEntry),
    ...letters.flatMap(({ subject, text }) => rawWords(`${subject}\n${text}`).map((word) => `letter «${subject}»: ${word}`)),
  ]
  if (problems.length > 0) throw new Error(`words of programs in what people read: ${[...new Set(problems)].join('; ')}`)
}
