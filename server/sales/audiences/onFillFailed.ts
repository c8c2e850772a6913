import { mintScope } from '../../platform/database/scope.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { Work } from '../../platform/jobs/jobs.ts'
import { fail } from './fill.ts'

/** An audience whose filling failed to the end says so. */
export const onFillFailed = async (
  services: Pick<Services, 'database'>,
  { merchantId, mode, audienceId }: Work['audience'],
): Promise<void> => void (await fail(services, mintScope(merchantId, mode), audienceId, 'failed'))
