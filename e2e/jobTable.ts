import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hand, Job, Spent } from './job.ts'

/** A job and its limits: by mouse the targets of docs/jobs.md, by keyboard the counted keys; seconds apply to both. */
export type JobRow = { id: string; what: string; clicks: number; seconds: number; keys: number }

/** Jobs of which another journey proves what they do: only their keys are counted, by `npm run nightly`. */
export const isRepeated = ({ what }: JobRow): boolean =>
  /^(?:Month-end package|Match a bank statement|Launch a 0 % promotion|Capture an order|Invite|Sell by link|… and several|… and a planned roll|How was last week|“Why was this refused|Pay the next|Add a shop|Find my 422|A leaked key|… and act on the first)/.test(
    what,
  )

type Done = { row: JobRow; spent: Partial<Record<Hand, Spent>>; heard: readonly string[] }
const done = new Map<string, Done>()
const number = (value: number) => value.toFixed(1)

const line = ({ row, spent: { mouse, keyboard } }: Done) =>
  `| ${[
    row.id,
    row.what,
    mouse && `${mouse.clicks} of ${row.clicks}`,
    mouse && number(mouse.seconds),
    keyboard && `${keyboard.keys} of ${row.keys}`,
    keyboard && number(keyboard.seconds),
    row.seconds,
  ].join(' | ')} |`

/** Records the cost of a job, and writes the table of all so far to `test-results/jobs.md`. */
export function keepJob(row: JobRow, job: Job): void {
  const before = done.get(row.what)
  const heard = job.hand === 'keyboard' ? job.heard : (before?.heard ?? [])
  done.set(row.what, { row, spent: { ...before?.spent, [job.hand]: job.spent() }, heard })
  const all = [...done.values()]
  const folder = join(import.meta.dirname, '..', 'test-results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'jobs.md'),
    [
      '| # | Job | Clicks | s by mouse | Keys | s by keyboard | s at most |',
      '|---|---|---|---|---|---|---|',
      ...all.map(line),
      '',
      ...all.map((one) => `- ${one.row.id}. ${one.row.what}: ${one.heard.join(', ')}`),
      '',
    ].join('\n'),
  )
}
