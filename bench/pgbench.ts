import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectionOptions } from '../server/platform/database/productSchema.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { quantile } from './figure.ts'

/** `transactions`: so many per client, however long they take; `variables`: initial variables of the script. */
type Run = { clients?: number; seconds?: number; transactions?: number; options?: string; variables?: Record<string, string> }
/** `ms`: how long each transaction took. */
type Measured = { perSecond: number; ms: number[] }

/** Runs one script with prepared statements against a database; null if pgbench is not installed. */
export function pgbench(
  url: string,
  script: string,
  { clients = 1, seconds = 4, transactions, options = '', variables = {} }: Run = {},
): Measured | null {
  const folder = mkdtempSync(join(tmpdir(), 'pgbench-'))
  const file = join(folder, 'script.sql')
  writeFileSync(file, script)
  const length = transactions === undefined ? ['-T', String(seconds)] : ['-t', String(transactions)]
  const defined = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const log = ['-l', '--log-prefix', join(folder, 'transactions')]
  const words = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    String(Math.min(clients, 2)),
    ...length,
    ...log,
    ...defined,
    '-f',
    file,
    url,
  ]
  const { stdout, error } = spawnSync('pgbench', words, {
    encoding: 'utf8',
    env: { ...process.env, PGOPTIONS: `${connectionOptions} ${options}` },
  })
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout ?? '')?.[1])
  const ms = transactionMs(folder)
  rmSync(folder, { recursive: true })
  return error || Number.isNaN(perSecond) ? null : { perSecond, ms }
}

/** The third word of a line of pgbench's log is a transaction's microseconds. */
const transactionMs = (folder: string): number[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('transactions'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / 1_000)

/** Milliseconds of a durable update of one row by pgbench, one client; null if pgbench is not installed. */
export async function durableUpdateMs(ownerUrl: string): Promise<number | null> {
  await withClient(ownerUrl, (client) =>
    client.query(
      'create table if not exists bench_rows (id integer primary key, value bigint not null); insert into bench_rows select n, 0 from generate_series(1, 1000) n on conflict do nothing',
    ),
  )
  const measured = pgbench(ownerUrl, '\\set n random(1, 1000)\nupdate bench_rows set value = value + 1 where id = :n;\n')
  await withClient(ownerUrl, (client) => client.query('drop table bench_rows'))
  return measured && quantile(measured.ms, 0.5)
}
