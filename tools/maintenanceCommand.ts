import { formatDateTime } from '../domain/platform/dates.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import type { Database } from '../server/platform/database/database.ts'
import { declareMaintenance, endMaintenance } from '../server/platform/calls/maintenance.ts'

type Services = { database: Database; now: () => Date }
type Options = { until?: string | undefined; status?: string | undefined }

/** `2026-11-22T18:30+01:00`, or without an offset in this machine's time zone. */
function instantOf(text: string, now: Date): Date {
  const instant = new Date(text)
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) || Number.isNaN(instant.getTime()))
    throw new ConfigProblem(`--until="${text}" is not an instant written YYYY-MM-DDThh:mm, with or without an offset such as +01:00.`)
  if (instant <= now) throw new ConfigProblem(`--until=${text} is over.`)
  return instant
}

function addressOf(text: string): string {
  if (!['http:', 'https:'].includes(URL.parse(text)?.protocol ?? ''))
    throw new ConfigProblem(`--status="${text}" is not an address that starts with http:// or https://.`)
  return text
}

/** Turns maintenance on and off. */
export const maintenanceCommand = {
  maintenance: {
    words: 'maintenance <reason> [--until YYYY-MM-DDThh:mm] [--status URL] | maintenance off   turns maintenance on or off',
    async run({ database, now }: Services, words: readonly string[], { until, status }: Options): Promise<void> {
      const reason = words.join(' ').trim()
      if (reason === 'off')
        return console.log(
          (await database.write(null, endMaintenance)) ? 'Open again within seconds.' : 'It was not closed: nothing changed.',
        )
      if (reason === '' || reason.length > 300)
        throw new ConfigProblem('Say why in one to 300 characters: everybody reads it. `off` opens it again.')
      const endsAt = until === undefined ? null : instantOf(until, now())
      const declared = { reason, endsAt, statusUrl: status === undefined ? null : addressOf(status) }
      await database.write(null, (db) => declareMaintenance(db, declared, now()))
      console.log(
        `Closed within seconds${endsAt ? `, expected until ${formatDateTime(endsAt)} of Madrid` : ''}. \`maintenance off\` opens it again.`,
      )
    },
  },
}
