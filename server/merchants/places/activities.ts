import type { Handler } from '../../platform/calls/call.ts'
import { allActivities } from './activityOf.ts'

/** Every business activity; those that the provider does not take are told as such. */
export const businessActivities: Handler<'businessActivities'> = async () => [...allActivities()]
