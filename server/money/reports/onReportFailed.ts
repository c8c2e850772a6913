import { mintScope } from '../../platform/database/scope.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { Work } from '../../platform/jobs/jobs.ts'
import { fail } from './finish.ts'

/** A report whose making failed to the end says so; nothing of it is kept. */
export const onReportFailed = (
  services: Pick<Services, 'database' | 'now'>,
  { merchantId, mode, reportId }: Work['report'],
): Promise<void> => fail(services, mintScope(merchantId, mode), reportId, { problem: 'failed' })
