import type { ProviderHandler } from '../../platform/calls/providerHandler.ts'
import { readProviderAudit } from '../staff/auditList.ts'

/** What staff, operators and keys did, newest first. */
export const providerAuditList: ProviderHandler<'providerAuditList'> = ({ db, query }) => readProviderAudit(db, query)
