import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Handler } from '../../platform/calls/call.ts'

/** A business activity; `cnae`: the codes of CNAE-2025 that it usually has. */
type Activity = {
  code: string
  name: string
  cnae: string[]
  words: string[]
  riskLevel: 'low' | 'medium' | 'high' | 'prohibited'
  allowed: boolean
}

let known: readonly Activity[] | undefined

/** All activities by code. Read on first use. */
const allActivities = (): readonly Activity[] =>
  (known ??= JSON.parse(readFileSync(join(import.meta.dirname, 'data', 'business_activities.json'), 'utf8')) as Activity[]) // our own file

/** The activity of a code, allowed or not; undefined for an unknown code. */
export const activityOf = (code: string): Activity | undefined => allActivities().find((activity) => activity.code === code)

/** Every business activity; those that the provider does not accept are marked. */
export const businessActivities: Handler<'businessActivities'> = async () => [...allActivities()]
