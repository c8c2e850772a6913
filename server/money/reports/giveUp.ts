import { mintScope } from '../../platform/database/scope.ts'
import type { House } from '../../platform/calls/call.ts'
import type { Work } from '../../platform/jobs/jobs.ts'
import { fail } from './finish.ts'

/** A report whose making failed to the end says so; nothing of it is kept. */
export const giveUp = (house: Pick<House, 'database' | 'now'>, { merchantId, mode, reportId }: Work['report']): Promise<void> =>
  fail(house, mintScope(merchantId, mode), reportId, { problem: 'failed' })
