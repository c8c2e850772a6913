import type { ProviderHandlers } from '../platform/calls/providerHandler.ts'
import * as accounts from '../provider/api/accounts.ts'
import * as applications from '../provider/api/applications.ts'
import * as audit from '../provider/api/audit.ts'
import * as bankFiles from '../provider/api/bankFiles.ts'
import * as decisions from '../provider/api/decisions.ts'
import * as figures from '../provider/api/figures.ts'
import * as ledger from '../provider/api/ledger.ts'
import * as merchants from '../provider/api/merchants.ts'
import * as operations from '../provider/api/operations.ts'
import * as payouts from '../provider/api/payouts.ts'
import * as refunds from '../provider/api/refunds.ts'
import * as settlements from '../provider/api/settlements.ts'
import * as terms from '../provider/api/terms.ts'

/** The handler of each call of the provider's API, exported under the call's name by the files of the rooms. A call without one does not compile. */
export const providerHandlers: ProviderHandlers = {
  ...accounts,
  ...applications,
  ...audit,
  ...bankFiles,
  ...decisions,
  ...figures,
  ...ledger,
  ...merchants,
  ...operations,
  ...payouts,
  ...refunds,
  ...settlements,
  ...terms,
}
