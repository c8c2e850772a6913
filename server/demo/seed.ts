import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ConfigProblem } from '../platform/database/configProblem.ts'
import { withClient } from '../platform/database/withClient.ts'
import { demoPasswordHash, type Persona, personas, warehouseName } from './personas.ts'
import { fillActivity } from './fill/fillActivity.ts'
import { fillApplications } from './fill/fillApplications.ts'
import { fillAudiences } from './fill/fillAudiences.ts'
import { fillBankAccounts, fillRejectedShop } from './fill/fillBankAccounts.ts'
import { fillApiCalls } from './fill/fillApiCalls.ts'
import { fillCallbacks, fillWebhooks, type SealedSecret } from './fill/fillConnections.ts'
import { fillKeys, renewExampleKeys } from './fill/fillKeys.ts'
import { fillBankReferences, fillClaims, fillDebt, fillInvoices, fillProviderChanges } from './fill/fillMoney.ts'
import { fillCheckouts } from './fill/fillCheckouts.ts'
import { fillProviderMoney } from './fill/fillProviderMoney.ts'
import { fillCompanies } from './fill/fillCompanies.ts'
import { fillCreditEmails, fillCredits, leaveUnpaid } from './fill/fillCredits.ts'
import { fillDecisions } from './fill/fillDecisions.ts'
import { fillDisputeFiles } from './fill/fillDisputeFiles.ts'
import { fillErasures, fillNotes, fillRefundEmails, fillViews, fillVisits } from './fill/fillOperations.ts'
import { fillHandover, fillTeam, fillTills } from './fill/fillPeople.ts'
import {
  copyInto,
  countFigures,
  countOperations,
  fillCharges,
  fillDeadlines,
  fillLookups,
  addLookupRows,
  tidyTables,
  withoutIndexes,
} from './load.ts'
import { chainId } from './chain.ts'
import { warehouseId, type Job } from './makeRows.ts'
import { proveDemo } from './fill/proveDemo.ts'
import { rowsFrom } from './rowsFrom.ts'

type SeedOptions = {
  /** The role that owns the tables. */
  ownerUrl: string
  /** Operations of the big shop, 20 000 by default; the excess goes into a separate shop. */
  operations?: number
  /** Into how many shops of other accounts the excess operations go; 1 by default. */
  shops?: number
  demoPassword?: string
  /** The installation's secret, from which the demo's keys are derived. Without it nobody knows them. */
  keySecret?: string
  /** The installation's secret, from which the keys of the search across shops are derived. Without it customers are not found by it. */
  sessionSecret?: string
  /** Encrypts what only the server can decrypt; without it such rows are left out. */
  sealedSecret?: SealedSecret
  /** The demo ends at this instant. */
  now?: Date
  log?: (line: string) => void
}

type Seeded = {
  /** False if everything requested existed already. */
  seeded: boolean
  personas: readonly Persona[]
}

const defaultOperations = 20_000
/** Any fixed number: concurrent seeds run one after the other. */
const lockKey = 7_201_964_084

/**
 * Fills an empty database with the demo: accounts, shops and eighteen months of operations with their ledger, the same for
 * the same `now`. Does nothing if the demo exists; with more than 20 000 operations adds the shop that holds them.
 * @throws ConfigProblem beside accounts that are not of the demo
 */
export async function seedDemo(options: SeedOptions): Promise<Seeded> {
  const { ownerUrl, operations = defaultOperations, shops = 1, now = new Date(), log = () => {} } = options
  const demoPassword = options.demoPassword ?? (process.env.DEMO_PASSWORD || 'Trastienda-demo-1')
  const nowMs = now.getTime()
  const jobs = await withClient(ownerUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const existing = await whatIsThere(client)
    const jobs: Job[] = []
    const passwordHash = () => demoPasswordHash(demoPassword)
    const more = shops > 1 ? 'chain' : 'warehouse'
    if (!existing.demo)
      jobs.push({ what: 'demo', operations: Math.min(operations, defaultOperations), nowMs, passwordHash: passwordHash() })
    if (operations > defaultOperations && existing[more]) log(`${names[more]} is there already: it stays as it is`)
    else if (operations > defaultOperations)
      jobs.push(
        more === 'chain' ? { what: more, operations, shops, nowMs, passwordHash: passwordHash() } : { what: more, operations, nowMs },
      )
    if (existing.demo && options.keySecret !== undefined) await renewExampleKeys(client, options.keySecret)
    for (const job of jobs) await load(client, job, options, log)
    return jobs
  })
  return { seeded: jobs.length > 0, personas }
}

const names: Record<Job['what'], string> = { demo: 'The demo', warehouse: `«${warehouseName}»`, chain: 'The chain of shops' }

async function whatIsThere(client: pg.Client): Promise<Record<Job['what'], boolean>> {
  const accounts = await client.query<{ demo: boolean; many: string }>('select demo, count(*) as many from accounts group by demo')
  const real = accounts.rows.find(({ demo }) => !demo)
  if (real)
    throw new ConfigProblem(`Demo data never goes beside real data: this database has accounts that are not of the demo (${real.many}).`)
  const isThere = async (merchantId: string) =>
    ((await client.query('select from merchants where id = $1', [merchantId])).rowCount ?? 0) > 0
  return { demo: accounts.rows.length > 0, warehouse: await isThere(warehouseId), chain: await isThere(chainId) }
}

/** One job in one transaction: all or nothing. */
async function load(
  client: pg.Client,
  job: Job,
  { ownerUrl, keySecret, sessionSecret, sealedSecret }: SeedOptions,
  log: (line: string) => void,
): Promise<void> {
  const began = performance.now()
  await client.query(
    "begin; set local time zone 'UTC'; set local datestyle = iso; set local statement_timeout = 0; set local work_mem = '64MB'",
  )
  try {
    const lookupRows = await addLookupRows(client)
    const putIndexesBack = await withoutIndexes(client)
    const merchantIds = await rowsFrom(job, async (batch) => {
      for (const [table, rows] of batch) await copyInto(client, table, rows)
    })
    await putIndexesBack()
    await countOperations(client, merchantIds)
    await fillDeadlines(client, merchantIds)
    await fillCharges(client, merchantIds)
    await fillDisputeFiles(client, merchantIds)
    await fillCredits(client, merchantIds, new Date(job.nowMs))
    if (job.what === 'demo') await leaveUnpaid(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillBankAccounts(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillDebt(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillCompanies(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillApplications(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillAudiences(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillTeam(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillTills(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillHandover(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillRejectedShop(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillKeys(client, new Date(job.nowMs), keySecret ?? randomUUID())
    if (job.what === 'demo') await fillCallbacks(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillApiCalls(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillErasures(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillViews(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillVisits(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillDecisions(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillNotes(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillRefundEmails(client)
    if (job.what === 'demo') await fillCreditEmails(client)
    if (job.what === 'demo') await fillClaims(client, new Date(job.nowMs))
    if (job.what === 'demo') await fillActivity(client, new Date(job.nowMs))
    if (job.what === 'demo' && sealedSecret) await fillWebhooks(client, new Date(job.nowMs), sealedSecret)
    await fillBankReferences(client, merchantIds)
    await fillInvoices(client, merchantIds, new Date(job.nowMs), job.what === 'demo')
    if (job.what === 'demo') await fillCheckouts(client, new Date(job.nowMs))
    await countFigures(client, merchantIds)
    await fillProviderMoney(client, merchantIds, new Date(job.nowMs))
    await fillProviderChanges(client, merchantIds)
    await fillLookups(client, merchantIds, sessionSecret ?? randomUUID())
    if (job.what === 'demo') await proveWhole(client)
    await lookupRows.close()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
  await tidyTables(ownerUrl)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  log(
    job.what === 'demo' ? `Demo data ready in ${seconds} s` : `${names[job.what]} with ${job.operations} operations ready in ${seconds} s`,
  )
}

/** Checks as a whole what was loaded without constraints; demo data with a wrong ledger is a defect of the product and stops the start. */
async function proveWhole(client: pg.Client): Promise<void> {
  const wrong = await proveDemo(client)
  if (wrong.length > 0) throw new Error(`the demo data does not hold together: ${wrong.join('; ')}`)
}
