import { mintScope } from '../../platform/database/scope.ts'
import type { House } from '../../platform/calls/call.ts'
import type { Work } from '../../platform/jobs/jobs.ts'
import { fail } from './fill.ts'

/** An audience whose filling failed to the end says so. */
export const giveUp = async (house: Pick<House, 'database'>, { merchantId, mode, audienceId }: Work['audience']): Promise<void> =>
  void (await fail(house, mintScope(merchantId, mode), audienceId, 'failed'))
