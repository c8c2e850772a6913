import type { BankFileLine, BankFilePreview, LineCounts } from '#contract/provider/bankFiles'
import { judgeStatus } from '#domain/money/bankStatus/judgeStatus'
import type { StatusFile } from '#domain/money/bankStatus/statusLine'
import { madridDay } from '#domain/platform/dates'
import { inParallel } from '../../money/payments/bankFiles.ts'
import type { Services } from '../../platform/calls/call.ts'
import { type ConsoleHandler, withConsolePreparation } from '../../platform/calls/consoleHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { cursorParts, pageOf, pageRows } from '../money/moneyRows.ts'
import { readOrder } from './orders.ts'
import { planFile, type PlannedLine, readOrRefuse } from './plan.ts'
import { fileById, fileOf, type FileRow, lineOf, readLines, selectFiles } from './rows.ts'
import { earlierFile, storeFile } from './store.ts'

/** Lines of a preview. */
const previewLines = 200

export const bytesOf = ({ content }: { content: string }): Buffer => Buffer.from(content, 'base64')

export const consoleBankFileList: ConsoleHandler<'consoleBankFileList'> = async ({ db, query: { cursor }, services }) => {
  const [after] = cursor === undefined ? [] : cursorParts(cursor, /^([0-9a-f]{32})$/)
  const older =
    after === undefined ? sql`true` : sql`(f.read_at, f.id) < (select c.read_at, c.id from bank_files c where c.id = ${after}::uuid)`
  const rows = await db.rows<FileRow>(selectFiles(older, sql`order by f.read_at desc, f.id desc limit ${pageRows + 1}`))
  const { page, next } = pageOf(rows, ({ id }) => hexOf(id))
  const { config, payments } = services
  return {
    results: page.map(fileOf),
    ways: { folder: config.bank.statusDir !== null, accountLast4: payments.transfers.iban.slice(-4) },
    next,
  }
}

export const consoleBankFile: ConsoleHandler<'consoleBankFile'> = async ({ db, params }) => {
  const row = await fileById(db, params.fileId)
  const lines = await readLines(db, row.id)
  return { ...fileOf(row), lines: lines.map(lineOf) }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The bytes of one file. The download is audited. */
export const consoleBankFileContent: ConsoleHandler<'consoleBankFileContent'> = async ({ db, params, audit }) => {
  const { id, name } = await fileById(db, params.fileId)
  const row = await db.first<{ content: Uint8Array }>(sql`select f.content from bank_files f where f.id = ${id}`)
  audit({ entity: 'bank_file', entityId: id, after: { file: name } })
  return { download: once(row?.content ?? new Uint8Array()), fileName: name, mediaType: 'application/xml' }
}

/** What a file would do: each line that waits is judged by the order as it is now. */
export const consoleBankFilePreview = withConsolePreparation<'consoleBankFilePreview', StatusFile>(
  async ({ body, services }) => readOrRefuse(bytesOf(body), services),
  async ({ db, body, services, now, audit }, file): Promise<BankFilePreview> => {
    const { lines } = await planFile(db, file, now)
    const judged = await judgeAll(services, lines, now)
    const earlier = await earlierFile(db, bytesOf(body))
    const shops = await shopsOf(db, lines)
    audit({ entity: 'bank_file', entityId: '', after: { file: body.name } })
    const shown = judged.map((line, nth) => previewLine(line, nth + 1, shops)).toSorted((a, b) => rank(a) - rank(b) || a.line - b.line)
    return {
      format: file.format,
      messageId: file.messageId,
      earlier: earlier ? { id: hexOf(earlier.id), readAt: earlier.read_at.toISOString() } : null,
      counts: countLines(judged),
      lines: shown.slice(0, previewLines),
    }
  },
)

const rank = ({ result }: Pick<BankFileLine, 'result'>) => ['open', 'waiting', 'repeated', 'noted'].indexOf(result)

type JudgedLine = Omit<PlannedLine, 'result'> & { result: PlannedLine['result'] | 'repeated' }

async function judgeAll({ database }: Pick<Services, 'database'>, lines: readonly PlannedLine[], now: Date): Promise<JudgedLine[]> {
  const judged: JudgedLine[] = [...lines]
  await inParallel([...lines.entries()], async ([nth, line]) => {
    const { order, outcome } = line
    if (line.result !== 'waiting' || order === null || outcome === null) return
    const known = await database.read(mintScope(order.merchantId, 'live'), (shopDb) => readOrder(shopDb, order))
    const { amountCents, currency, bookedOn } = line
    const verdict = judgeStatus(known, { outcome, amountCents, currency, bookedOn }, madridDay(now))
    if (verdict.result === 'open') judged[nth] = { ...line, result: 'open', why: verdict.why }
    else if (verdict.result !== 'apply') judged[nth] = { ...line, result: verdict.result }
  })
  return judged
}

function countLines(lines: readonly JudgedLine[]): LineCounts {
  const count = (result: JudgedLine['result']) => lines.filter((line) => line.result === result).length
  return { waiting: count('waiting'), applied: 0, repeated: count('repeated'), noted: count('noted'), open: count('open'), byHand: 0 }
}

type Shops = ReadonlyMap<string, NonNullable<BankFileLine['shop']>>

async function shopsOf(db: Connection, lines: readonly PlannedLine[]): Promise<Shops> {
  const ids = [...new Set(lines.flatMap(({ order }) => order?.merchantId ?? []))]
  const rows = await db.rows<{ id: string; account_id: string; name: string }>(
    sql`select m.id, m.account_id, m.name from merchants m where m.id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map(({ id, account_id: accountId, name }) => [id, { accountId: hexOf(accountId), merchantId: hexOf(id), name }]))
}

function previewLine(
  { order, reference, outcome, code, amountCents, currency, bookedOn, text, result, why }: JudgedLine,
  line: number,
  shops: Shops,
): BankFileLine {
  const shop = (order && shops.get(order.merchantId)) ?? null
  return {
    line,
    kind: order?.kind ?? null,
    reference,
    shop,
    outcome,
    code,
    amount: amountCents,
    currency,
    bookedOn,
    text,
    result,
    why,
    note: null,
    by: null,
  }
}

/** Stores a file; a worker applies its lines as soon as it is committed. */
export const consoleBankFileRead = withConsolePreparation<'consoleBankFileRead', StatusFile>(
  async ({ body, services }) => readOrRefuse(bytesOf(body), services),
  async ({ db, body, staff, now, audit }, file) => {
    const from = { source: 'console', staffId: staff.staffId } as const
    const { id, isNew, lines } = await storeFile(db, { name: body.name, bytes: bytesOf(body), from }, file, now)
    audit({ entity: 'bank_file', entityId: id, after: { file: body.name, isNew, lines } })
    return { id: hexOf(id), isNew }
  },
)
