import { localDate } from '#domain/platform/dates'
import type { Scope } from '../../platform/database/scope.ts'
import { zipFile, type ZipEntry } from '../../platform/files/zipFile.ts'
import { readFileChoice, type FileSets, type FileSetType } from './fileSets.ts'
import { finish } from './finish.ts'
import type { MakingServices } from './make.ts'
import type { StoredReport } from './reportRow.ts'
import { storeParts } from './storeParts.ts'

/** Makes one zip of a shop's papers, each a file; its rows are those files, counted as they went in: their number was known before they were read. */
export async function makeFiles<T extends FileSetType>(
  services: MakingServices,
  scope: Scope,
  report: StoredReport & { type: T },
  sets: FileSets,
): Promise<void> {
  const { id, run, type } = report
  const choice = readFileChoice(type, report.filters)
  if (!choice) throw new Error('a report of files without a choice of them')
  const days = { from: localDate(report.from_on), to: localDate(report.to_on) }
  const { count, entries } = await sets[type](services, scope, { ...choice, ...days })
  let papers = 0
  const watched = async function* (): AsyncGenerator<ZipEntry> {
    for await (const entry of entries) {
      if (!entry.isList) papers += 1
      yield entry
    }
  }
  const making = { database: services.database, scope, id, run, isPacked: false }
  const stored = await storeParts(making, zipFile(watched()), () => (100 * papers) / Math.max(1, count))
  await finish(services, scope, report, { ...stored, rows: papers, totalCents: null })
}
